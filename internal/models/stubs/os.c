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
	int fd = __heddle_nondet_handle();
	return fd < 0 || __heddle_pipe_number(fd) ? __heddle_fail() : fd;
}

/* A negative number is never an open descriptor: read, write, recv, send and accept shall fail with EBADF (POSIX). */
int __heddle_not_open(int fd) {
	if (fd >= 0)
		return 0;
	errno = EBADF;
	return 1;
}

__PTRDIFF_TYPE__ __heddle_transferred(__SIZE_TYPE__ n) {
	__PTRDIFF_TYPE__ done = __heddle_nondet_ptrdiff();
	if (done < 0)
		return __heddle_fail();
	return (__SIZE_TYPE__)done <= n ? done : (__PTRDIFF_TYPE__)n;
}

/* The string ends at the first zero among the bytes. */
void __heddle_any_text(char *buf, __SIZE_TYPE__ size) {
	__heddle_fill_any(buf, size - 1);
	buf[size - 1] = 0;
}

char *__heddle_new_text(__SIZE_TYPE__ size) {
	char *s = __heddle_alloc(size, 0);
	s[size - 1] = 0;
	return s;
}

void __heddle_look_string(const char *s) {
	__heddle_atomic_begin();
	(void)__heddle_scan(s, 0, (__SIZE_TYPE__)-1);
	__heddle_atomic_end();
}
