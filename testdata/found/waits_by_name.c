// check: --property race --rounds 2 --unwind 2
// expect: UNKNOWN
// By its name the function waits until the other thread has come so far.
#include <pthread.h>

struct event;
struct event *lib_event(void);
void lib_event_wait(struct event *);
void lib_event_set(struct event *);

static struct event *e;
static int x;

static void *worker(void *arg)
{
	x = 1;
	lib_event_set(e);
	return arg;
}

int main(void)
{
	pthread_t t;
	e = lib_event();
	pthread_create(&t, 0, worker, 0);
	lib_event_wait(e);
	x = 2; // norace
	pthread_join(t, 0);
	return 0;
}
