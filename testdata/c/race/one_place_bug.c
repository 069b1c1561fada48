// The same two places race on two variables that are regions of their own.
// check: --property race
// expect: BUG race
// expect[rounds]: BUG race
// expect[kiss]: BUG race
#include <pthread.h>

int x, y;

static void bump(int *p) {
    (*p)++; // race!
}

void *worker(void *arg) {
    bump(&x);
    bump(&y);
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    bump(&x);
    bump(&y);
    pthread_join(t, 0);
    return 0;
}
