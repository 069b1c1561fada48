/* The intrinsics, as far as the tested stubs call them, and the random sequence. */
#include "agree.h"

static unsigned long long state = 88172645463325252ULL;

unsigned long long rnd64(void) {
	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return state;
}

unsigned rnd(unsigned n) {
	return (unsigned)(rnd64() >> 20) % n;
}

void fail(const char *format, ...) {
	va_list ap;
	va_start(ap, format);
	vprintf(format, ap);
	putchar('\n');
	exit(1);
}

void *__heddle_alloc(size_t n, int zero) {
	return zero ? calloc(1, n) : malloc(n);
}

void __heddle_fill_any(void *p, size_t n) {
	memset(p, 'x', n);
}

void __heddle_fill(void *p, int c, size_t n) {
	memset(p, c, n);
}

size_t __heddle_scan(const void *p, int c, size_t n) {
	const unsigned char *s = p;
	size_t i = 0;
	while (i < n && s[i] != (unsigned char)c)
		i++;
	return i;
}

void __heddle_copy(void *dst, const void *src, size_t n) {
	memmove(dst, src, n);
}

void __heddle_assume(int c) {
	CHECK(c, "assumption");
}

void __heddle_unsupported(const char *what) {
	fail("unsupported: %s", what);
}

int __heddle_nondet_answer(void) {
	return 1;
}

_Bool __heddle_nondet_shares(void) {
	return 0;
}

_Bool __heddle_nondet_bool(void) {
	return 1;
}

int __heddle_nondet_int(void) {
	return 1;
}

unsigned int __heddle_nondet_uint(void) {
	return 1;
}

char __heddle_nondet_char(void) {
	return 'a';
}

double __heddle_nondet_double(void) {
	return 0.5;
}

float __heddle_nondet_float(void) {
	return 0.5;
}

void __heddle_look_string(const char *s) {
	(void)strlen(s);
}
