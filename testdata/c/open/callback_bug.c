// check: --harness notify --property assert
// expect: BUG assert
// A callback of the program's own is called, and one from outside may have been there before.
#include <assert.h>

struct listener { void (*call)(int *); int *arg; };

static void mine(int *p)
{
	if (p)
		*p = 1;
}

void notify(struct listener *l)
{
	if (!l)
		return;
	assert(l->call != mine); // nofail
	l->call = mine;
	if (!l->arg)
		return;
	*l->arg = 0;
	l->call(l->arg);
	assert(*l->arg == 0); // fail!
}
