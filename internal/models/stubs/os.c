/* What the models of the operating system have in common: how calls fail, and memory that they read or fill. What a function reads from the program's
   memory it does read, in one step: nothing depends on the bytes, so that no interleaving is lost, and a plain write elsewhere still races with it. */
#include <errno.h>
#include <heddle_intrinsics.h>

int __heddle_fail(void) {
	int e = __heddle_nondet_int();
	errno = e > 0 && e < 134 ? e : EIO;
	return -1;
}

int __heddle_outcome(void) {
	return __heddle_nondet_bool() ? 0 : __heddle_fail();
}

int __heddle_descriptor(void) {
	int fd = __heddle_nondet_int();
	return fd < 0 || __heddle_pipe_number(fd) ? __heddle_fail() : fd;
}

__PTRDIFF_TYPE__ __heddle_transferred(__SIZE_TYPE__ n) {
	__PTRDIFF_TYPE__ done = __heddle_nondet_ptrdiff();
	if (done < 0)
		return __heddle_fail();
	return (__SIZE_TYPE__)done <= n ? done : (__PTRDIFF_TYPE__)n;
}

/* Few bytes are arbitrary one by one, which explore tries all values of. More come from an object of the outside's, or go to one, in one step of any length; where it
   holds them its size is known, which makes no bound. */
enum { few = 8, many = 16384 };

static void *outside(__SIZE_TYPE__ n) {
	if (n <= many)
		return __heddle_alloc(many, 0);
	return __heddle_alloc(n, 0);
}

void __heddle_any_bytes(void *p, __SIZE_TYPE__ n) {
	char *s = p;
	if (n <= few) {
		for (__SIZE_TYPE__ i = 0; i < n; i++)
			s[i] = __heddle_nondet_char();
		return;
	}
	if (n > many)
		s[n - 1] = __heddle_nondet_char(); /* before a bound is hit: a length that is too large is found here */
	void *from = outside(n);
	__heddle_copy(s, from, n);
	__heddle_free(from);
}

/* The string ends at the first zero among the bytes. */
void __heddle_any_text(char *buf, __SIZE_TYPE__ size) {
	__heddle_any_bytes(buf, size - 1);
	buf[size - 1] = 0;
}

char *__heddle_new_text(__SIZE_TYPE__ size) {
	char *s = __heddle_alloc(size, 0);
	s[size - 1] = 0;
	return s;
}

void __heddle_look(const void *p, __SIZE_TYPE__ n) {
	if (n > many) {
		char last = ((const char *)p)[n - 1];
		(void)last;
	}
	__heddle_atomic_begin();
	void *to = outside(n);
	__heddle_copy(to, p, n);
	__heddle_free(to);
	__heddle_atomic_end();
}

void __heddle_look_string(const char *s) {
	__heddle_atomic_begin();
	(void)__heddle_scan(s, 0, (__SIZE_TYPE__)-1);
	__heddle_atomic_end();
}
