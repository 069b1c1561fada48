// check: --property assert
// expect: PROVED
// Pointer arithmetic below null is an invalid operation: it ends the execution.
#include <assert.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void)
{
	int n = __VERIFIER_nondet_uchar() & 1;
	char *p = 0;
	p -= n;
	assert(n == 0); // nofail
	char *q = (char *)-1;
	n = __VERIFIER_nondet_uchar() & 1;
	q += n;
	assert(n == 0); // nofail
	return p == q;
}
