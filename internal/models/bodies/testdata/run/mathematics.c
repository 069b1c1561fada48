#include <assert.h>
#include <math.h>

int main(void) {
	double whole;
	volatile double zero = 0;
	assert(fabs(-2.5) == 2.5 && floor(-2.5) == -3 && ceil(-2.5) == -2 && trunc(-2.5) == -2 && round(-2.5) == -3 && rint(2.5) == 2);
	assert(sqrt(16) == 4 && sqrtf(2.25f) == 1.5f && fmax(1, NAN) == 1 && fmin(-1, 1) == -1);
	assert(modf(3.75, &whole) == 0.75 && whole == 3);
	assert(isnan(zero / zero) && isinf(1 / zero) && !isfinite(-1 / zero) && signbit(-zero) && !signbit(zero));
	assert(fpclassify(1e-310) == FP_SUBNORMAL && fpclassify(1.0f) == FP_NORMAL && copysign(3, -zero) == -3);
	assert(lround(2.5) == 3 && sin(1) <= 1 && pow(5, 0) == 1);
	return 0;
}
