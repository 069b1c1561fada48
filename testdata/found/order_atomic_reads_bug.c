// Two atomic reads in one expression: y may be read first.
// check: --property assert
// expect: BUG assert
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int x, y;

void *write(void *p) {
    y = 1;
    x = 1;
    return p;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, write, 0);
    assert(x <= y); // fail!
    return 0;
}
