/* POSIX: select. */
#ifndef HEDDLE_SYS_SELECT_H
#define HEDDLE_SYS_SELECT_H

#include <heddle/types.h>
#include <signal.h>

#define FD_SETSIZE 1024
typedef struct {
	unsigned long fds_bits[FD_SETSIZE / (8 * sizeof(unsigned long))];
} fd_set;

#define __HEDDLE_FD_WORD(fd) ((fd) / (8 * (int)sizeof(unsigned long)))
#define __HEDDLE_FD_BIT(fd) (1UL << ((fd) % (8 * (int)sizeof(unsigned long))))
#define FD_ZERO(set) \
	do { \
		for (unsigned int __i = 0; __i < FD_SETSIZE / (8 * sizeof(unsigned long)); __i++) \
			(set)->fds_bits[__i] = 0; \
	} while (0)
#define FD_SET(fd, set) ((void)((set)->fds_bits[__HEDDLE_FD_WORD(fd)] |= __HEDDLE_FD_BIT(fd)))
#define FD_CLR(fd, set) ((void)((set)->fds_bits[__HEDDLE_FD_WORD(fd)] &= ~__HEDDLE_FD_BIT(fd)))
#define FD_ISSET(fd, set) (((set)->fds_bits[__HEDDLE_FD_WORD(fd)] & __HEDDLE_FD_BIT(fd)) != 0)

int select(int n, fd_set *r, fd_set *w, fd_set *e, struct timeval *timeout);
int pselect(int n, fd_set *r, fd_set *w, fd_set *e, const struct timespec *timeout, const sigset_t *mask);

#endif
