// Fig. 6: the filter fails where a free choice is the index of a negative number, and so for one value after another.
#include <assert.h>
#include <heddle.h>
void any(int *a, unsigned b)
{
	unsigned i = heddle_nondet_uint();
	unsigned j = heddle_nondet_uint();
	if (j != 0) assert(a[i] >= 0);
}
void hashed(int *a, unsigned b)
{
	unsigned i = (b * 2654435761u >> 7) % 1000;
	assert(a[i] >= 0);
}
