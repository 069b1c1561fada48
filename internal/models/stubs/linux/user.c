/* Memory of user processes. It holds anything, other processors change it at any moment, and it may be gone: any part of a copy may fail. */
#include <heddle_intrinsics.h>

typedef __SIZE_TYPE__ size_t;

/* missing is how much of a copy is not made. */
static size_t missing(size_t n) {
	if (!n || __heddle_nondet_bool())
		return 0;
	size_t k = __heddle_nondet_size();
	return k > n ? n : k;
}

size_t __copy_from_user(void *to, const void *from, size_t n) {
	(void)from;
	size_t k = missing(n);
	__heddle_fill_any(to, n - k);
	return k;
}

size_t _copy_from_user(void *to, const void *from, size_t n) {
	size_t k = __copy_from_user(to, from, n);
	if (k)
		__heddle_fill((char *)to + (n - k), 0, k);
	return k;
}

size_t copy_from_user(void *to, const void *from, size_t n) { return _copy_from_user(to, from, n); }
size_t __copy_from_user_inatomic(void *to, const void *from, size_t n) { return __copy_from_user(to, from, n); }
size_t raw_copy_from_user(void *to, const void *from, size_t n) { return __copy_from_user(to, from, n); }

size_t _copy_to_user(void *to, const void *from, size_t n) {
	(void)to;
	size_t k = missing(n);
	__heddle_touch((void *)from, n - k);
	return k;
}

size_t copy_to_user(void *to, const void *from, size_t n) { return _copy_to_user(to, from, n); }
size_t __copy_to_user(void *to, const void *from, size_t n) { return _copy_to_user(to, from, n); }
size_t __copy_to_user_inatomic(void *to, const void *from, size_t n) { return _copy_to_user(to, from, n); }
size_t raw_copy_to_user(void *to, const void *from, size_t n) { return _copy_to_user(to, from, n); }
size_t clear_user(void *to, size_t n) { (void)to; return missing(n); }
size_t __clear_user(void *to, size_t n) { (void)to; return missing(n); }

long strncpy_from_user(char *to, const char *from, long n) {
	(void)from;
	if (n <= 0)
		return 0;
	if (__heddle_nondet_bool())
		return -14;
	__heddle_fill_any(to, n);
	size_t k = __builtin_strnlen(to, n);
	return k;
}

long strnlen_user(const char *s, long n) {
	(void)s;
	(void)n;
	return __heddle_nondet_long();
}

/* An error is an address in the last page. */
static void *error(long e) { return (void *)e; }

void *memdup_user(const void *from, size_t n) {
	(void)from;
	if (__heddle_nondet_bool())
		return error(-12);
	if (__heddle_nondet_bool())
		return error(-14);
	return __heddle_alloc(n ? n : 1, 0);
}

void *vmemdup_user(const void *from, size_t n) { return memdup_user(from, n); }

void *memdup_user_nul(const void *from, size_t n) {
	char *p = memdup_user(from, n + 1);
	if ((__UINTPTR_TYPE__)p < (__UINTPTR_TYPE__)-4095L)
		p[n] = 0;
	return p;
}

char *strndup_user(const char *from, long n) { return memdup_user_nul(from, n); }
