/* Pipes and counters as file descriptors: pipe_ends.c has what they do. Where this file is linked, it takes the place of pipe_none.c. */
#include <errno.h>
#include <fcntl.h>
#include <heddle_intrinsics.h>
#include <sys/eventfd.h>
#include <unistd.h>

int __heddle_pipe_make(int fds[2], int flags);
int __heddle_event_make(unsigned int initial, int flags);

int pipe2(int fds[2], int flags) {
	int made[2];
	if (__heddle_outcome())
		return -1;
	if (!__heddle_pipe_make(made, flags)) {
		int r = __heddle_descriptor(), w = __heddle_descriptor();
		if (r < 0 || w < 0 || r == w)
			return __heddle_fail();
		made[0] = r;
		made[1] = w;
	}
	fds[0] = made[0];
	fds[1] = made[1];
	return 0;
}

int pipe(int fds[2]) {
	return pipe2(fds, 0);
}

int eventfd(unsigned int initial, int flags) {
	if (__heddle_outcome())
		return -1;
	int fd = __heddle_event_make(initial, flags);
	return fd < 0 ? __heddle_descriptor() : fd;
}

int eventfd_read(int fd, eventfd_t *value) {
	return read(fd, value, sizeof *value) == sizeof *value ? 0 : -1;
}

int eventfd_write(int fd, eventfd_t value) {
	return write(fd, &value, sizeof value) == sizeof value ? 0 : -1;
}
