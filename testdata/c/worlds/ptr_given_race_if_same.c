// check: --property race --rounds 2 --unwind 2
// expect: UNKNOWN
// The two writes meet only if lib_int returns the object it was given, a hostile choice.
#include <pthread.h>
#include <stddef.h>
struct s { int v; };
void lib_give(struct s *p);
struct s *lib_int(void);
static struct s mine;
static void *worker(void *arg) {
	struct s *p = arg;
	p->v = 1;
	return NULL;
}
int main(void) {
	pthread_t t;
	struct s *p;
	lib_give(&mine);
	p = lib_int();
	if (!p)
	    return 1;
	pthread_create(&t, NULL, worker, p);
	mine.v = 2;
	pthread_join(t, NULL);
	return 0;
}
