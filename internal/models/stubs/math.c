/* <math.h>. Exact where that is a matter of bits and comparisons; the transcendental functions give arbitrary results in
   the range the mathematics allows. All results are rounded to nearest, and errno is left alone. */
#include <heddle_intrinsics.h>
#include <math.h>

double fabs(double x) {
	return __builtin_fabs(x);
}

float fabsf(float x) {
	return __builtin_fabsf(x);
}

double copysign(double x, double y) {
	return __builtin_copysign(x, y);
}

float copysignf(float x, float y) {
	return __builtin_copysignf(x, y);
}

double sqrt(double x) {
	return __builtin_sqrt(x);
}

float sqrtf(float x) {
	return __builtin_sqrtf(x);
}

/* A float is the same number as a double, but a subnormal float is a normal double. */
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

/* Exact where x is the result; otherwise some number of x's sign that is less than y. */
double fmod(double x, double y) {
	if (x != x || y != y || isinf(x) || y == 0)
		return NAN;
	if (fabs(x) < fabs(y))
		return x;
	double r = __heddle_nondet_double();
	return copysign(r >= 0 && r < fabs(y) ? r : 0, x);
}

float fmodf(float x, float y) {
	return (float)fmod(x, y);
}

double modf(double x, double *whole) {
	double t = trunc(x);
	*whole = t;
	return copysign(isinf(x) ? 0 : x - t, x);
}

float modff(float x, float *whole) {
	double t;
	float r = (float)modf(x, &t);
	*whole = (float)t;
	return r;
}

double nan(const char *tag) {
	__heddle_look_string(tag);
	return NAN;
}

float nanf(const char *tag) {
	__heddle_look_string(tag);
	return NAN;
}

/* ---- transcendental functions: a NaN stays one, everything else is in range */

static double in_range(double x, double lo, double hi) {
	double r = __heddle_nondet_double();
	if (x != x)
		return x;
	return r >= lo && r <= hi ? r : lo;
}

static double any(double x) {
	return x != x ? x : __heddle_nondet_double();
}

double sin(double x) {
	return isinf(x) ? NAN : in_range(x, -1, 1);
}

double cos(double x) {
	return isinf(x) ? NAN : in_range(x, -1, 1);
}

double tan(double x) {
	return isinf(x) ? NAN : any(x);
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
	if (isinf(x) || isinf(y))
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
