// check: --property memory
// expect: PROVED
#include <string.h>

int __VERIFIER_nondet_int(void);

int main(void) {
	char src[40], dst[40];
	int n = __VERIFIER_nondet_int();
	if (n < 0 || n > 39)
		return 0;
	memset(src, 'x', 40);
	src[n] = 0;
	strcpy(dst, src);
	return 0;
}
