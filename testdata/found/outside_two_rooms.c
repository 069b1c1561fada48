// check: --property race
// expect: POSSIBLE race
// Two objects from outside, each with a room: that both have the same is for a hostile outside alone.
#include <pthread.h>

struct desk {
	int kind;
	int *room;
};

struct desk *desk_new(void);

static void *work(void *arg) {
	struct desk *d = arg;
	*d->room = 1;
	return 0;
}

int main(void) {
	pthread_t a, b;
	pthread_create(&a, 0, work, desk_new());
	pthread_create(&b, 0, work, desk_new());
	pthread_join(a, 0);
	pthread_join(b, 0);
	return 0;
}
