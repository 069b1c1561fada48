// check: --property assert,race --rounds 2 --unwind 2
// expect: BOUNDED
// expect[explore]: UNKNOWN the result of an undefined function
// Two threads get objects from an undefined function: each its own, and never a wild address.
#include <pthread.h>
struct s {
	int x;
	struct s *next;
};
struct s *get(void);
static void *work(void *arg) {
	struct s *p = get();
	if (p) {
		p->x = 1; // norace
		if (p->next)
			p->next->x = 2; // norace
	}
	return arg;
}
int main(void) {
	pthread_t t;
	pthread_create(&t, 0, work, 0);
	work(0);
	pthread_join(t, 0);
	return 0;
}
