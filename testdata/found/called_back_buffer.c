// check: --property memory --rounds 1 --unwind 2
// expect: POSSIBLE use-after-free
// slow: explore
// Not the argument is gone, but what it leads to.
#include <stdlib.h>

struct state {
	int *buffer;
};

void lib_foreach(void (*)(void *), void *);
void lib_log(const char *);
static struct state state;

static void visit(void *arg)
{
	struct state *s = arg;
	if (s->buffer)
		s->buffer[0] = 1; // use-after-free!
}

int main(void)
{
	state.buffer = malloc(sizeof *state.buffer);
	lib_foreach(visit, &state);
	free(state.buffer);
	lib_log("done");
	return 0;
}
