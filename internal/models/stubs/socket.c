/* Sockets: every operation may fail, peers and their addresses are arbitrary. What is sent is read. */
#include <errno.h>
#include <heddle_intrinsics.h>
#include <sys/socket.h>

int socket(int domain, int type, int protocol) {
	(void)domain;
	(void)type;
	(void)protocol;
	return __heddle_descriptor();
}

int socketpair(int domain, int type, int protocol, int fds[2]) {
	(void)domain;
	(void)type;
	(void)protocol;
	int a = __heddle_descriptor();
	if (a < 0)
		return -1;
	int b = __heddle_descriptor();
	if (b < 0 || b == a)
		return __heddle_fail();
	fds[0] = a;
	fds[1] = b;
	return 0;
}

int bind(int fd, const struct sockaddr *addr, socklen_t len) {
	(void)fd;
	__heddle_touch(addr, len);
	return __heddle_outcome();
}

int listen(int fd, int backlog) {
	(void)fd;
	(void)backlog;
	return __heddle_outcome();
}

int connect(int fd, const struct sockaddr *addr, socklen_t len) {
	__heddle_cancel_point();
	(void)fd;
	__heddle_touch(addr, len);
	return __heddle_outcome();
}

int shutdown(int fd, int how) {
	(void)fd;
	(void)how;
	return __heddle_outcome();
}

/* An address of at most the given number of bytes; its real length, which may be more, replaces that. */
static void address(struct sockaddr *addr, socklen_t *len) {
	socklen_t room = *len, n = __heddle_nondet_uint();
	if (n > 128)
		n = 16;
	__heddle_fill_any(addr, n < room ? n : room);
	*len = n;
}

int accept(int fd, struct sockaddr *addr, socklen_t *len) {
	__heddle_cancel_point();
	if (__heddle_not_open(fd))
		return -1;
	int new = __heddle_descriptor();
	if (new >= 0 && addr)
		address(addr, len);
	return new;
}

int accept4(int fd, struct sockaddr *addr, socklen_t *len, int flags) {
	(void)flags;
	return accept(fd, addr, len);
}

int getsockname(int fd, struct sockaddr *addr, socklen_t *len) {
	(void)fd;
	if (__heddle_outcome())
		return -1;
	address(addr, len);
	return 0;
}

int getpeername(int fd, struct sockaddr *addr, socklen_t *len) {
	return getsockname(fd, addr, len);
}

int getsockopt(int fd, int level, int name, void *value, socklen_t *len) {
	(void)fd;
	(void)level;
	(void)name;
	if (__heddle_outcome())
		return -1;
	if (*len == sizeof(int)) {
		*(int *)value = __heddle_nondet_int();
		return 0;
	}
	socklen_t room = *len, n = __heddle_nondet_uint();
	if (n > room)
		n = room;
	__heddle_fill_any(value, n);
	*len = n;
	return 0;
}

int setsockopt(int fd, int level, int name, const void *value, socklen_t len) {
	(void)fd;
	(void)level;
	(void)name;
	if (value)
		__heddle_touch(value, len);
	return __heddle_outcome();
}

/* ---- sending */

ssize_t send(int fd, const void *buf, size_t n, int flags) {
	__heddle_cancel_point();
	(void)flags;
	if (__heddle_not_open(fd))
		return -1;
	__heddle_touch(buf, n);
	return (ssize_t)__heddle_transferred(n);
}

ssize_t sendto(int fd, const void *buf, size_t n, int flags, const struct sockaddr *addr, socklen_t len) {
	if (addr)
		__heddle_touch(addr, len);
	return send(fd, buf, n, flags);
}

static ssize_t gather(const struct iovec *v, size_t n) {
	size_t sum = 0;
	for (size_t i = 0; i < n; i++) {
		__heddle_touch(v[i].iov_base, v[i].iov_len);
		sum += v[i].iov_len;
	}
	return (ssize_t)__heddle_transferred(sum);
}

ssize_t sendmsg(int fd, const struct msghdr *msg, int flags) {
	__heddle_cancel_point();
	(void)fd;
	(void)flags;
	if (msg->msg_controllen)
		__heddle_pipe_leak_all(); /* descriptors may go along */
	return gather(msg->msg_iov, msg->msg_iovlen);
}

ssize_t writev(int fd, const struct iovec *v, int n) {
	__heddle_pipe_leak(fd);
	return gather(v, n < 0 ? 0 : (size_t)n);
}

/* ---- receiving */

ssize_t recv(int fd, void *buf, size_t n, int flags) {
	(void)flags;
	__heddle_cancel_point();
	if (__heddle_not_open(fd))
		return -1;
	ssize_t done = (ssize_t)__heddle_transferred(n);
	if (done > 0)
		__heddle_fill_any(buf, (size_t)done);
	return done;
}

ssize_t recvfrom(int fd, void *buf, size_t n, int flags, struct sockaddr *addr, socklen_t *len) {
	ssize_t done = recv(fd, buf, n, flags);
	if (done >= 0 && addr)
		address(addr, len);
	return done;
}

static ssize_t scatter(const struct iovec *v, size_t n) {
	size_t sum = 0;
	for (size_t i = 0; i < n; i++)
		sum += v[i].iov_len;
	ssize_t done = (ssize_t)__heddle_transferred(sum);
	size_t left = done < 0 ? 0 : (size_t)done;
	for (size_t i = 0; i < n && left > 0; i++) {
		size_t part = v[i].iov_len < left ? v[i].iov_len : left;
		__heddle_fill_any(v[i].iov_base, part);
		left -= part;
	}
	return done;
}

ssize_t recvmsg(int fd, struct msghdr *msg, int flags) {
	(void)fd;
	(void)flags;
	__heddle_cancel_point();
	ssize_t done = scatter(msg->msg_iov, msg->msg_iovlen);
	if (done >= 0) {
		if (msg->msg_name)
			address(msg->msg_name, &msg->msg_namelen);
		msg->msg_controllen = 0; /* no control messages come in */
		msg->msg_flags = __heddle_nondet_int();
	}
	return done;
}

ssize_t readv(int fd, const struct iovec *v, int n) {
	__heddle_pipe_leak(fd);
	return scatter(v, n < 0 ? 0 : (size_t)n);
}

ssize_t __recv_chk(int fd, void *buf, size_t n, size_t room, int flags);
ssize_t __recvfrom_chk(int fd, void *buf, size_t n, size_t room, int flags, struct sockaddr *addr, socklen_t *len);

/* What headers of glibc call them with _FORTIFY_SOURCE. */
ssize_t __recv_chk(int fd, void *buf, size_t n, size_t room, int flags) {
	(void)room;
	return recv(fd, buf, n, flags);
}

ssize_t __recvfrom_chk(int fd, void *buf, size_t n, size_t room, int flags, struct sockaddr *addr, socklen_t *len) {
	(void)room;
	return recvfrom(fd, buf, n, flags, addr, len);
}
