// check: --property memory
// expect: BUG out-of-bounds
// What a smaller object has no room for is gone.
#include <stdlib.h>

struct item { int id; char text[2000]; struct item *next; };

int main(void)
{
	struct item *p = calloc(1, sizeof *p);
	p->next = p;
	p = realloc(p, 1000);
	if (p->next) // out-of-bounds!
		p->id = 1;
	free(p);
	return 0;
}
