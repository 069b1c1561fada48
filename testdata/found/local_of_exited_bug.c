// A thread that ends by pthread_exit ends its locals.
// check: --property memory
// expect: BUG use-after-free
#include <pthread.h>

int *shown;

void *work(void *p) {
    int mine = 0;
    shown = &mine;
    pthread_exit(p);
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    pthread_join(t, 0);
    *shown = 1; // use-after-free!
    return 0;
}
