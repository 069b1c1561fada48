// check: --property memory
// expect: BUG out-of-bounds
#include <string.h>

int __VERIFIER_nondet_int(void);

int main(void) {
	char src[300], dst[250];
	int n = __VERIFIER_nondet_int();
	if (n < 0 || n > 299)
		return 0;
	memset(src, 'x', 300);
	src[n] = 0;
	strcpy(dst, src); // out-of-bounds!
	return dst[0];
}
