// One thread fills what the other copies to and what a third goes through by hand.
// check: --property race
// expect: BUG race
// expect[rounds]: BUG race
// expect[kiss]: BUG race
#include <pthread.h>
#include <string.h>

char to[3], from[3];

void *fill(void *arg) {
    memset(to, 1, sizeof to); // race!
    return 0;
}

void *loop(void *arg) {
    for (int i = 0; i < 3; i++)
        to[i] = from[i]; // race!
    return 0;
}

int main(void) {
    pthread_t t, u;
    pthread_create(&t, 0, fill, 0);
    pthread_create(&u, 0, loop, 0);
    memcpy(to, from, sizeof to); // race!
    pthread_join(t, 0);
    pthread_join(u, 0);
    return 0;
}
