// check: --property race --rounds 2 --unwind 2
// expect: BUG race
// An object from an undefined function that the program itself hands to another thread.
#include <pthread.h>
struct s {
	int x;
};
struct s *get(void);
static void *work(void *arg) {
	((struct s *)arg)->x = 1; // race!
	return 0;
}
int main(void) {
	pthread_t t;
	struct s *p = get();
	if (!p)
		return 0;
	pthread_create(&t, 0, work, p);
	p->x = 2; // race!
	pthread_join(t, 0);
	return 0;
}
