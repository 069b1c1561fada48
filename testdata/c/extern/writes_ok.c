// check: --property assert,race --rounds 2 --unwind 2
// expect: BOUNDED
// expect[explore]: UNKNOWN inputs wider than 8 bits
// What an undefined function gets as const it does not change.
#include <assert.h>
struct point {
	int x;
	const int *far;
};
int there;
void show(const struct point *p);
int main(void) {
	struct point p = {1, &there};
	show(&p);
	assert(p.x == 1); // nofail
	assert(there == 0 && p.far == &there); // nofail
	return 0;
}
