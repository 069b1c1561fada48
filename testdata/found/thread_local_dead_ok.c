// The same with a variable of main's own, which lives as long as main.
// check: --property memory
// expect: PROVED
#include <pthread.h>

_Thread_local int mine;
int *shown;

void *work(void *p) {
    mine = 2;
    return p;
}

int main(void) {
    pthread_t t;
    shown = &mine;
    pthread_create(&t, 0, work, 0);
    pthread_join(t, 0);
    *shown = 1;
    return 0;
}
