// A comma operator sequences its operands (C11 6.5.17p2).
// check: --property race
// expect: PROVED
#include <pthread.h>

int x;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void use(int a) {
    (void)a;
}

void *work(void *p) {
    pthread_mutex_lock(&m);
    use((x++, pthread_mutex_unlock(&m)));
    return p;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    work(0);
    return 0;
}
