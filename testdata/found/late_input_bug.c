// check: --property assert
// expect: BUG assert
// expect[explore]: UNKNOWN   the value has 32 bits, and the one that fails is not among those tried
// The input is read after the first access to memory: "tried at some values only" was forgotten there, and PROVED printed.
#include <assert.h>
int g;
int __VERIFIER_nondet_int(void);
int main(void)
{
	g = 1;
	int x = __VERIFIER_nondet_int();
	assert(x >> 3 != 1234);
	return 0;
}
