// A thread-local variable ends with its thread (C11 6.2.4p4); main writes the one of a thread that it has joined.
// check: --property memory
// expect: BUG use-after-free
#include <pthread.h>

_Thread_local int mine;
int *shown;

void *work(void *p) {
    shown = &mine;
    return p;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    pthread_join(t, 0);
    *shown = 1; // use-after-free!
    return 0;
}
