/* <math.h>. Exact where that is a matter of bits and comparisons; the transcendental functions give arbitrary results in
   the range the mathematics allows. All results are rounded to nearest, and errno is left alone. */
#include <heddle_intrinsics.h>
#include <math.h>

union bits {
	double d;
	unsigned long long u;
};

union bits32 {
	float f;
	unsigned int u;
};

int __heddle_isnan(double x) {
	return x != x;
}

int __heddle_isfinite(double x) {
	return x - x == 0;
}

int __heddle_isinf(double x) {
	return x == x && x - x != 0;
}

int __heddle_isunordered(double x, double y) {
	return x != x || y != y;
}

int __heddle_islessgreater(double x, double y) {
	return x < y || x > y;
}

int __heddle_signbit(double x) {
	union bits b = {x};
	return b.u >> 63 != 0;
}

double fabs(double x) {
	union bits b = {x};
	b.u &= 0x7fffffffffffffffULL;
	return b.d;
}

float fabsf(float x) {
	union bits32 b = {x};
	b.u &= 0x7fffffffU;
	return b.f;
}

int __heddle_fpclassify(int single, double x) {
	double magnitude = fabs(x);
	if (x != x)
		return FP_NAN;
	if (magnitude - magnitude != 0)
		return FP_INFINITE;
	if (magnitude == 0)
		return FP_ZERO;
	/* The smallest normal numbers of the two types. */
	return magnitude < (single ? 0x1p-126 : 0x1p-1022) ? FP_SUBNORMAL : FP_NORMAL;
}

double copysign(double x, double y) {
	union bits a = {x}, b = {y};
	a.u = (a.u & 0x7fffffffffffffffULL) | (b.u & 0x8000000000000000ULL);
	return a.d;
}

float copysignf(float x, float y) {
	union bits32 a = {x}, b = {y};
	a.u = (a.u & 0x7fffffffU) | (b.u & 0x80000000U);
	return a.f;
}

/* From 2^52 on every double is whole. The sign of a zero result is that of x. */
double trunc(double x) {
	if (!(fabs(x) < 0x1p52))
		return x;
	return copysign((double)(long long)x, x);
}

double floor(double x) {
	double t = trunc(x);
	return t > x ? t - 1 : t;
}

double ceil(double x) {
	double t = trunc(x);
	return t < x ? copysign(t + 1, x) : t;
}

double round(double x) {
	double t = trunc(x);
	return fabs(x - t) >= 0.5 ? t + copysign(1, x) : t;
}

double rint(double x) {
	double t = trunc(x), d = fabs(x - t);
	if (d > 0.5 || (d == 0.5 && (long long)t % 2 != 0))
		return t + copysign(1, x);
	return t;
}

double nearbyint(double x) {
	return rint(x);
}

float truncf(float x) {
	return (float)trunc(x);
}

float floorf(float x) {
	return (float)floor(x);
}

float ceilf(float x) {
	return (float)ceil(x);
}

float roundf(float x) {
	return (float)round(x);
}

float rintf(float x) {
	return (float)rint(x);
}

float nearbyintf(float x) {
	return (float)rint(x);
}

long lround(double x) {
	return (long)round(x);
}

long long llround(double x) {
	return (long long)round(x);
}

long lroundf(float x) {
	return (long)round(x);
}

long long llroundf(float x) {
	return (long long)round(x);
}

long lrint(double x) {
	return (long)rint(x);
}

long long llrint(double x) {
	return (long long)rint(x);
}

long lrintf(float x) {
	return (long)rint(x);
}

long long llrintf(float x) {
	return (long long)rint(x);
}

double fmax(double x, double y) {
	if (x != x)
		return y;
	return x < y ? y : x;
}

double fmin(double x, double y) {
	if (x != x)
		return y;
	return y < x ? y : x;
}

double fdim(double x, double y) {
	if (x != x || y != y)
		return x + y;
	return x > y ? x - y : 0;
}

float fmaxf(float x, float y) {
	return (float)fmax(x, y);
}

float fminf(float x, float y) {
	return (float)fmin(x, y);
}

float fdimf(float x, float y) {
	if (x != x || y != y)
		return x + y;
	return x > y ? x - y : 0;
}

double modf(double x, double *whole) {
	double t = trunc(x);
	*whole = t;
	return copysign(__heddle_isinf(x) ? 0 : x - t, x);
}

float modff(float x, float *whole) {
	double t;
	float r = (float)modf(x, &t);
	*whole = (float)t;
	return r;
}

double nan(const char *tag) {
	(void)tag;
	return NAN;
}

float nanf(const char *tag) {
	(void)tag;
	return NAN;
}

/* ---- transcendental functions: a NaN stays one, everything else is in range */

static double in_range(double x, double lo, double hi) {
	double r = __heddle_nondet_double();
	if (x != x)
		return x;
	__heddle_assume(r >= lo && r <= hi);
	return r;
}

static double any(double x) {
	return x != x ? x : __heddle_nondet_double();
}

static int infinite(double x) {
	return x == x && x - x != 0;
}

double sin(double x) {
	return infinite(x) ? NAN : in_range(x, -1, 1);
}

double cos(double x) {
	return infinite(x) ? NAN : in_range(x, -1, 1);
}

double tan(double x) {
	return infinite(x) ? NAN : any(x);
}

double asin(double x) {
	return x < -1 || x > 1 ? NAN : in_range(x, -M_PI_2, M_PI_2);
}

double acos(double x) {
	return x < -1 || x > 1 ? NAN : in_range(x, 0, M_PI);
}

double atan(double x) {
	return in_range(x, -M_PI_2, M_PI_2);
}

double atan2(double y, double x) {
	return in_range(x != x ? x : y, -M_PI, M_PI);
}

double sinh(double x) {
	return any(x);
}

double cosh(double x) {
	return in_range(x, 1, HUGE_VAL);
}

double tanh(double x) {
	return in_range(x, -1, 1);
}

double exp(double x) {
	return in_range(x, 0, HUGE_VAL);
}

double exp2(double x) {
	return in_range(x, 0, HUGE_VAL);
}

double expm1(double x) {
	return in_range(x, -1, HUGE_VAL);
}

double log(double x) {
	return x < 0 ? NAN : in_range(x, -HUGE_VAL, HUGE_VAL);
}

double log10(double x) {
	return log(x);
}

double log2(double x) {
	return log(x);
}

double log1p(double x) {
	return x < -1 ? NAN : in_range(x, -HUGE_VAL, HUGE_VAL);
}

double cbrt(double x) {
	return any(x);
}

double pow(double x, double y) {
	if (y == 0 || x == 1)
		return 1;
	return __heddle_nondet_double();
}

double hypot(double x, double y) {
	if (infinite(x) || infinite(y))
		return HUGE_VAL;
	return in_range(x != x ? x : y, 0, HUGE_VAL);
}

float sinf(float x) {
	return (float)sin(x);
}

float cosf(float x) {
	return (float)cos(x);
}

float tanf(float x) {
	return (float)tan(x);
}

float atanf(float x) {
	return (float)atan(x);
}

float atan2f(float y, float x) {
	return (float)atan2(y, x);
}

float expf(float x) {
	return (float)exp(x);
}

float logf(float x) {
	return (float)log(x);
}

float log2f(float x) {
	return (float)log(x);
}

float log10f(float x) {
	return (float)log(x);
}

float powf(float x, float y) {
	return (float)pow(x, y);
}

float hypotf(float x, float y) {
	return (float)hypot(x, y);
}
