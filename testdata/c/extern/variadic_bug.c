// check: --property assert --rounds 1 --unwind 1
// expect: POSSIBLE assert
// Variable arguments count.
#include <assert.h>
int take(int n, ...);
int main(void) {
	unsigned char n = 1;
	take(1, &n);
	assert(n == 1); // fail!
	return 0;
}
