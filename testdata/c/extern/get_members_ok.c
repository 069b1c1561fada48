// check: --property race --rounds 2 --unwind 1
// expect: BOUNDED
// expect[explore]: UNKNOWN the result of an undefined function
// Several pointers in an object from outside.
#include <pthread.h>
struct host {
	unsigned char *name;
	unsigned char **other;
	int n;
	unsigned char *address;
};
struct host *look_up(const char *name);
static void *work(void *arg) {
	struct host *h = look_up("here");
	if (h && h->other && h->other[0])
		*h->other[0] = 1; // norace
	if (h && h->address)
		h->address[1] = 2; // norace
	return arg;
}
int main(void) {
	pthread_t t;
	pthread_create(&t, 0, work, 0);
	work(0);
	pthread_join(t, 0);
	return 0;
}
