// check: --property memory
// expect: BUG use-after-free
// realloc ends the life of the old object.
#include <stdlib.h>

int main(void)
{
	char *p = calloc(2, 1);
	char *q = realloc(p, 4);
	q[1] = 1;
	p[1] = 2; // use-after-free!
	free(q);
	return 0;
}
