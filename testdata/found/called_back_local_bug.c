// check: --property memory --rounds 1 --unwind 2
// expect: BUG use-after-free
// As called_back_local.c, but what is visited is gone before it is handed over.
#include <stdlib.h>

struct sum {
	int n;
};

void lib_foreach(void (*)(void *), void *);
void lib_log(const char *);

static void visit(void *arg)
{
	((struct sum *)arg)->n = 1; // use-after-free!
}

int main(void)
{
	struct sum *s = calloc(1, sizeof *s);
	free(s);
	lib_foreach(visit, s);
	lib_log("done");
	return 0;
}
