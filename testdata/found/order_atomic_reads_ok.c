// Two atomic reads, one after another.
// check: --property assert
// expect: PROVED
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
    int a = x;
    assert(a <= y);
    return 0;
}
