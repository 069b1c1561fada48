// check: --property assert,memory
// expect: BUG assert
// Sorting moves whole elements: what they point to is still known.
#include <assert.h>
#include <stdlib.h>

struct item { int key; int *count; };
static int one, two;

static int by_key(const void *a, const void *b)
{
	return ((const struct item *)a)->key - ((const struct item *)b)->key;
}

int main(void)
{
	struct item v[2] = { { 2, &two }, { 1, &one } };

	qsort(v, 2, sizeof *v, by_key);
	*v[0].count = 7;
	assert(v[1].key == 2);
	assert(two == 7); // fail!
	return 0;
}
