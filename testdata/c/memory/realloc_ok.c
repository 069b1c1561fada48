// check: --property memory,assert
// expect: PROVED
// It keeps the content, and realloc of null is malloc.
#include <assert.h>
#include <stdlib.h>

int main(void)
{
	char *p = realloc(0, 2);
	p[0] = 1;
	p[1] = 2;
	p = realloc(p, 3);
	p[2] = 3;
	assert(p[0] == 1 && p[1] == 2);
	free(p);
	free(0);
	return 0;
}
