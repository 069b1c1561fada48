// check: --property assert
// expect: PROVED
// Static initializers that are no numbers.
#include <assert.h>
#include <math.h>
static double y = 0.0 / 0.0, z = 1. / 0., w = -1. / 0.;
static float q = 0.f / 0.f;
static double i = INFINITY, n = NAN;
int main(void) {
	assert(y != y);
	assert(z > 1e300);
	assert(w < -1e300);
	assert(q != q);
	assert(i == z);
	assert(n != n);
	double x = 0. / 0.;
	assert(x != x);
	return 0;
}
