// check: --property assert --rounds 2 --unwind 2
// expect: BUG assert
// Two calls (with different arguments) return two objects of their own in the friendly world, so *p is still 1.
#include <assert.h>
#include <stddef.h>
int *lib_make(int kind);
int main(void) {
	int *p = lib_make(1);
	int *q = lib_make(2);
	*p = 1;
	*q = 2;
	assert(*p == 2); // fail!
	return 0;
}
