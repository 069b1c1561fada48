// check: --property assert
// expect: BUG assert
// Handlers run when main returns too, the latest first, with the status.
#include <assert.h>
#include <stdlib.h>

int order;

static void last(void)
{
	assert(order == 2); // nofail
	order = 3;
	assert(order != 3); // fail!
}

static void first(int status, void *arg)
{
	assert(order == 1 && status == 4 && arg == &order); // nofail
	order = 2;
}

int main(void)
{
	atexit(last);
	on_exit(first, &order);
	order = 1;
	return 4;
}
