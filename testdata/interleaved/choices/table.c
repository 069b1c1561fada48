// Fig. 6 with threads: guess fails where a free choice is the index of a negative number, which no precondition in C says. Only a quantifier shows that use, whatever its hash function, fails on no other input (A); the
// counter that both change is interleaved (B).
#include <assert.h>
#include <heddle.h>
static int a[1000], count;
static void guess(void)
{
	unsigned i = heddle_nondet_uint();
	unsigned j = heddle_nondet_uint();
	if (i < 1000 && j != 0) assert(a[i] >= 0);
	count++;
}
static void use(unsigned b)
{
	unsigned i = (b * 2654435761u >> 7) % 1000;
	int c = count;
	assert(a[i] >= 0);                 // A
	assert(count == c);                // B interleaved!
	count = c + 1;
}
void test(unsigned b)
{
	count = 0;
	heddle_async(guess);
	heddle_async(use, b);
}
