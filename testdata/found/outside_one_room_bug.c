// check: --property race
// expect: BUG race
// One object from outside, with one room.
#include <pthread.h>

struct desk {
	int kind;
	int *room;
};

struct desk *desk_new(void);

static void *work(void *arg) {
	struct desk *d = arg;
	*d->room = 1; // race!
	return 0;
}

int main(void) {
	pthread_t a, b;
	struct desk *d = desk_new();
	pthread_create(&a, 0, work, d);
	pthread_create(&b, 0, work, d);
	pthread_join(a, 0);
	pthread_join(b, 0);
	return 0;
}
