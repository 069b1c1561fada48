// check: --property race --rounds 2 --unwind 2
// expect: BUG race
// As waits_by_name.c, but by its name the function shows something.
#include <pthread.h>

struct event;
struct event *lib_event(void);
void lib_event_show(struct event *);
void lib_event_set(struct event *);

static struct event *e;
static int x;

static void *worker(void *arg)
{
	x = 1; // race!
	lib_event_set(e);
	return arg;
}

int main(void)
{
	pthread_t t;
	e = lib_event();
	pthread_create(&t, 0, worker, 0);
	lib_event_show(e);
	x = 2; // race!
	pthread_join(t, 0);
	return 0;
}
