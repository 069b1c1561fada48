// Arguments are evaluated in any order (C11 6.5.2.2p10): the lock may be released before x is incremented.
// check: --property race
// expect: BUG race
// expect[lockset]: POSSIBLE
#include <pthread.h>

int x;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void use(int a, int b) {
    (void)a;
    (void)b;
}

void *work(void *p) {
    pthread_mutex_lock(&m);
    use(x++, pthread_mutex_unlock(&m)); // race!
    return p;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    work(0);
    return 0;
}
