/* POSIX: poll. */
#ifndef HEDDLE_POLL_H
#define HEDDLE_POLL_H

#define POLLIN 1
#define POLLPRI 2
#define POLLOUT 4
#define POLLERR 8
#define POLLHUP 16
#define POLLNVAL 32

typedef unsigned long nfds_t;
struct pollfd {
	int fd;
	short events;
	short revents;
};

#include <heddle/types.h>
#include <signal.h>

int poll(struct pollfd *fds, nfds_t n, int timeout);
int ppoll(struct pollfd *fds, nfds_t n, const struct timespec *timeout, const sigset_t *mask);

#endif
