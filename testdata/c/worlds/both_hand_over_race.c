// check: --property race
// expect: POSSIBLE race
// expect[explore]: UNKNOWN
// Two threads hand one object to a function that nothing defines: it may write it in both.
#include <pthread.h>
#include <stdlib.h>

struct box {
	int n;
};
void poke(struct box *b);

static struct box b;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void *w(void *a) {
	poke(&b);
	return 0;
}

int main(void) {
	pthread_t t, u;
	pthread_create(&t, 0, w, 0);
	pthread_create(&u, 0, w, 0);
	return 0;
}
