/* Linux: epoll. */
#ifndef HEDDLE_SYS_EPOLL_H
#define HEDDLE_SYS_EPOLL_H

#include <signal.h>
#include <stdint.h>

typedef union epoll_data {
	void *ptr;
	int fd;
	uint32_t u32;
	uint64_t u64;
} epoll_data_t;

#if __SIZEOF_POINTER__ == 8
struct __attribute__((__packed__)) epoll_event {
	uint32_t events;
	epoll_data_t data;
};
#else
struct epoll_event {
	uint32_t events;
	epoll_data_t data;
};
#endif

#define EPOLLIN 1u
#define EPOLLPRI 2u
#define EPOLLOUT 4u
#define EPOLLERR 8u
#define EPOLLHUP 16u
#define EPOLLRDHUP 0x2000u
#define EPOLLONESHOT (1u << 30)
#define EPOLLET (1u << 31)
#define EPOLL_CLOEXEC 02000000
#define EPOLL_CTL_ADD 1
#define EPOLL_CTL_DEL 2
#define EPOLL_CTL_MOD 3

int epoll_create(int size);
int epoll_create1(int flags);
int epoll_ctl(int ep, int op, int fd, struct epoll_event *event);
int epoll_wait(int ep, struct epoll_event *events, int max, int timeout);
int epoll_pwait(int ep, struct epoll_event *events, int max, int timeout, const sigset_t *mask);

#endif
