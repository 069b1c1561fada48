// Two threads loop over the same cells, each of which is a region of its own: the two lines race once, not once per cell.
// check: --property race
// expect: BUG race
// expect[rounds]: BUG race
// expect[kiss]: BUG race
#include <pthread.h>

int a[4];

void *worker(void *arg) {
    for (int i = 0; i < 4; i++)
        a[i]++; // race!
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    for (int i = 0; i < 4; i++)
        a[i]++; // race!
    pthread_join(t, 0);
    return 0;
}
