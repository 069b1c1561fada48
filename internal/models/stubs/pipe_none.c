/* Descriptors in programs that make no pipes: none is known. pipe_ends.c replaces these where pipe.c is linked. */
#include <heddle_intrinsics.h>
#include <unistd.h>

int __heddle_pipe_make(int fds[2], int flags);
int __heddle_event_make(unsigned int initial, int flags);

int __heddle_pipe_make(int fds[2], int flags) {
	(void)fds;
	(void)flags;
	return 0;
}

int __heddle_event_make(unsigned int initial, int flags) {
	(void)initial;
	(void)flags;
	return -1;
}

int __heddle_pipe_number(int fd) {
	(void)fd;
	return 0;
}

int __heddle_pipe_write(int fd, const void *buf, __SIZE_TYPE__ n, __PTRDIFF_TYPE__ *done) {
	(void)fd;
	(void)buf;
	(void)n;
	(void)done;
	return 0;
}

int __heddle_pipe_read(int fd, void *buf, __SIZE_TYPE__ n, __PTRDIFF_TYPE__ *done) {
	(void)fd;
	(void)buf;
	(void)n;
	(void)done;
	return 0;
}

int __heddle_pipe_close(int fd) {
	(void)fd;
	return 0;
}

int __heddle_pipe_idle(int fd) {
	(void)fd;
	return 0;
}

int __heddle_pipe_flags(int fd) {
	(void)fd;
	return -1;
}

void __heddle_pipe_set_flags(int fd, int flags) {
	(void)fd;
	(void)flags;
}

void __heddle_pipe_leak(int fd) {
	(void)fd;
}

void __heddle_pipe_leak_all(void) {
}

void __heddle_pipe_off(void) {
}
