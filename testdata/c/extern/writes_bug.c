// check: --property assert,race --rounds 2 --unwind 2
// expect: POSSIBLE assert
// An undefined function changes the struct that it is given, and what the pointers in there lead to.
#include <assert.h>
struct point {
	int x;
	int *far;
};
int there;
void shift(struct point *p);
int main(void) {
	struct point p = {1, &there};
	shift(&p);
	assert(p.x == 1); // fail!
	p.x = 1;
	assert(there == 0);    // fail!
	assert(p.far == &there); // fail!
	return 0;
}
