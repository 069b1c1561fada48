// Fig. 6: the filter fails where a free choice is the index of a negative number, and so for one value after another: a guard stops that, and the answer is undecided. That there is no other input takes a quantifier, as
// no precondition in C says it. With the array as a parameter indices may leave the memory that is looked at, too.
#include <assert.h>
#include <heddle.h>
static int a[1024];
void any(unsigned b)
{
	unsigned i = heddle_nondet_uint();
	unsigned j = heddle_nondet_uint();
	if (i < 1024 && j != 0) assert(a[i] >= 0);
}
void hashed(unsigned b)
{
	unsigned i = (b * 2654435761u >> 7) % 1024;
	assert(a[i] >= 0);
}
void any_but_one(unsigned b) // a[700] may be negative
{
	unsigned i = heddle_nondet_uint();
	if (i < 1024 && i != 700) assert(a[i] >= 0);
}
void any_of(int *a, unsigned b)
{
	unsigned i = heddle_nondet_uint();
	unsigned j = heddle_nondet_uint();
	if (j != 0) assert(a[i] >= 0);
}
void hashed_of(int *a, unsigned b)
{
	unsigned i = (b * 2654435761u >> 7) % 1000;
	assert(a[i] >= 0);
}
