/* epoll: at most eight descriptors in all sets together are remembered, with what was registered for them. An arbitrary choice of them is ready. */
#include <errno.h>
#include <heddle_intrinsics.h>
#include <sys/epoll.h>

enum { ENTRIES = 8 };

/* Used inside atomic sections only. */
static struct {
	int used, ep, fd;
	struct epoll_event event;
} entries[ENTRIES];

int epoll_create(int size) {
	(void)size;
	return __heddle_descriptor();
}

int epoll_create1(int flags) {
	(void)flags;
	return __heddle_descriptor();
}

int epoll_ctl(int ep, int op, int fd, struct epoll_event *event) {
	struct epoll_event e = {0};
	int at = -1, room = -1;
	if (op != EPOLL_CTL_DEL)
		e = *event;
	if (__heddle_outcome())
		return -1;
	__heddle_atomic_begin();
	for (int i = 0; i < ENTRIES; i++) {
		if (!entries[i].used)
			room = i;
		else if (entries[i].ep == ep && entries[i].fd == fd)
			at = i;
	}
	if (op == EPOLL_CTL_DEL) {
		if (at >= 0)
			entries[at].used = 0;
	} else {
		if (at < 0)
			at = room;
		if (at >= 0) {
			entries[at].used = 1;
			entries[at].ep = ep;
			entries[at].fd = fd;
			entries[at].event = e;
		}
	}
	__heddle_atomic_end();
	if (at < 0 && op != EPOLL_CTL_DEL)
		__heddle_unsupported("epoll of more than eight descriptors");
	return 0;
}

int epoll_wait(int ep, struct epoll_event *events, int max, int timeout) {
	__heddle_cancel_point();
	(void)timeout;
	int n = 0;
	if (__heddle_outcome())
		return -1;
	for (int i = 0; i < ENTRIES && n < max; i++) {
		struct epoll_event e = {0};
		__heddle_atomic_begin();
		int used = entries[i].used && entries[i].ep == ep, fd = entries[i].fd;
		if (used)
			e = entries[i].event;
		__heddle_atomic_end();
		if (!used || !__heddle_nondet_bool() || __heddle_pipe_idle(fd))
			continue;
		uint32_t ready = __heddle_nondet_uint() & (e.events | EPOLLERR | EPOLLHUP) & 0x3fffffff;
		events[n].events = ready ? ready : EPOLLHUP;
		events[n].data = e.data;
		n++;
	}
	return n;
}

int epoll_pwait(int ep, struct epoll_event *events, int max, int timeout, const sigset_t *mask) {
	if (mask)
		__heddle_touch(mask, sizeof *mask);
	return epoll_wait(ep, events, max, timeout);
}
