// check: --harness notify --property assert
// expect: UNKNOWN
// What a function from outside does nobody knows.
#include <assert.h>

struct listener { void (*call)(void *); void *arg; };

void notify(struct listener *l)
{
	if (l && l->call)
		l->call(l->arg);
}
