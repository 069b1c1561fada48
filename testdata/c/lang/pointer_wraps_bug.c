// check: --property assert
// expect: BUG assert
// Numbers wrap, also those that pointers are made of.
#include <assert.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void)
{
	unsigned long n = __VERIFIER_nondet_uchar() & 1;
	char *p = (char *)((unsigned long)0 - n);
	assert(n == 0); // fail!
	return p == 0;
}
