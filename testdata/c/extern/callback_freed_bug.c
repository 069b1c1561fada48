// check: --property memory
// expect: POSSIBLE use-after-free
// slow: explore
// Nobody tells the library that what it was given is gone. But it may have had it for the one call: then run_once does not use it.
#include <stdlib.h>

struct counter {
	int n;
};

void on_tick(void (*)(void *), void *);
void run_once(void);

static void tick(void *data)
{
	((struct counter *)data)->n++; // use-after-free!
}

int main(void)
{
	struct counter *c = calloc(1, sizeof *c);
	on_tick(tick, c);
	free(c);
	run_once();
	return 0;
}
