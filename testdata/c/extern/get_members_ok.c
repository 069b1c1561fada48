// check: --property race --rounds 2 --unwind 1
// expect: BOUNDED
// expect[explore]: UNKNOWN the result of an undefined function
// Several pointers in an object from outside.
#include <pthread.h>
struct host {
	struct host *same;
	int n;
	struct host *other;
};
struct host *look_up(const char *name);
static void *work(void *arg) {
	struct host *h = look_up("here");
	if (h && h->same)
		h->same->n = 1; // norace
	if (h && h->other)
		h->other->n = 2; // norace
	return arg;
}
int main(void) {
	pthread_t t;
	pthread_create(&t, 0, work, 0);
	work(0);
	pthread_join(t, 0);
	return 0;
}
