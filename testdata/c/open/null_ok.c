// check: --harness get --property memory
// expect: PROVED
// expect[explore]: UNKNOWN
// slow: kiss
// small: rounds
// What is not null can be read, an array to its end, and freed.
#include <stdlib.h>

struct box { int tag; int n; int *values; };

int get(struct box *b)
{
	int sum = 0;
	if (!b || !b->values || b->n > 3)
		return 0;
	for (int i = 0; i < b->n; i++)
		sum += b->values[i];
	free(b->values);
	b->values = 0;
	return sum;
}
