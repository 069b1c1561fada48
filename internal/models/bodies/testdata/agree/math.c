/* The exact part of <math.h> against libc, on random bit patterns and on hard cases. */
#include "agree.h"

#define ONE(X) X(sqrt) X(fabs) X(trunc) X(floor) X(ceil) X(round) X(rint) X(nearbyint)
#define TWO(X) X(copysign) X(fdim) X(fmax) X(fmin)
#define D1(name) double h_##name(double); float h_##name##f(float);
#define D2(name) double h_##name(double, double); float h_##name##f(float, float);
ONE(D1)
TWO(D2)
double h_modf(double, double *);
float h_modff(float, float *);
long h_lround(double), h_lrint(double);
int h___heddle_fpclassify(int, double);

/* No signalling NaN: for those libc's fmax is not IEEE's. */
static double from(unsigned long long u) {
	double d;
	memcpy(&d, &u, sizeof d);
	return d != d ? NAN : d;
}

static int same(double a, double b) {
	return (a != a && b != b) || memcmp(&a, &b, sizeof a) == 0;
}

static int samef(float a, float b) {
	return (a != a && b != b) || memcmp(&a, &b, sizeof a) == 0;
}

static double pick(void) {
	static const double hard[] = {0.0, -0.0, 0.5, -0.5, 1.5, 2.5, -2.5, 1e300, 4503599627370495.5, 4503599627370496, 9007199254740993.0,
		0.49999999999999994, -0.49999999999999994, 5e-324, 2.2250738585072014e-308, INFINITY, -INFINITY, 1.1754943508222875e-38, 8388607.5};
	switch (rnd(4)) {
	case 0:
		return hard[rnd(sizeof hard / sizeof *hard)];
	case 1:
		return from(rnd64());
	case 2:
		return (double)((long long)rnd64() >> rnd(64)) / 2;
	default:
		return ((double)rnd(2000000) - 1000000) / 1000;
	}
}

int main(void) {
	for (int i = 0; i < 100000; i++) {
		double x = pick(), y = pick(), p, q;
		float fx = (float)x, fy = (float)y, fp, fq;
#define C1(name) \
	CHECK(same(h_##name(x), name(x)), "%a: %a %a", x, h_##name(x), name(x)); \
	CHECK(samef(h_##name##f(fx), name##f(fx)), "%a: %a %a", fx, h_##name##f(fx), name##f(fx));
		ONE(C1)
		/* The sign of a zero that fmax(0, -0) gives is not specified. */
		int zeros = x == 0 && y == 0;
#define C2(name) \
	CHECK(same(h_##name(x, y), name(x, y)) || zeros, "%a %a: %a %a", x, y, h_##name(x, y), name(x, y)); \
	CHECK(samef(h_##name##f(fx, fy), name##f(fx, fy)) || (fx == 0 && fy == 0), "%a %a", fx, fy);
		TWO(C2)
		CHECK(same(h_modf(x, &p), modf(x, &q)) && same(p, q), "%a", x);
		CHECK(samef(h_modff(fx, &fp), modff(fx, &fq)) && samef(fp, fq), "%a", fx);
		if (fabs(x) < 1e9)
			CHECK(h_lround(x) == lround(x) && h_lrint(x) == lrint(x), "%a", x);
		CHECK(h___heddle_fpclassify(0, x) == fpclassify(x) && h___heddle_fpclassify(1, fx) == fpclassify(fx), "%a", x);
	}
	return 0;
}
