/* File descriptors: every operation may fail, with an arbitrary error number; what comes in is arbitrary. Other processes
   and devices see what goes out, so a program's memory is read for it: see stdio.c. Pipes are known better: see pipe_ends.c. */
#include <errno.h>
#include <fcntl.h>
#include <heddle_intrinsics.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/select.h>
#include <sys/stat.h>
#include <unistd.h>

static int fail(void) {
	int e = __heddle_nondet_int();
	errno = e > 0 && e < 134 ? e : EIO;
	return -1;
}

static int outcome(void) {
	return __heddle_nondet_bool() ? 0 : fail();
}

static ssize_t transferred(size_t n) {
	ssize_t done = (ssize_t)__heddle_nondet_ptrdiff();
	if (done < 0)
		return fail();
	return (size_t)done <= n ? done : (ssize_t)n;
}

int open(const char *path, int flags, ...) {
	__heddle_cancel_point();
	__heddle_look_string(path);
	(void)flags;
	return __heddle_descriptor();
}

int openat(int dir, const char *path, int flags, ...) {
	(void)dir;
	__heddle_look_string(path);
	(void)flags;
	return __heddle_descriptor();
}

int creat(const char *path, mode_t mode) {
	__heddle_look_string(path);
	(void)mode;
	return __heddle_descriptor();
}

int dup(int fd) {
	__heddle_pipe_leak(fd);
	return __heddle_descriptor();
}

int dup2(int fd, int fd2) {
	if (!__heddle_nondet_bool())
		return fail();
	__heddle_pipe_leak(fd);
	if (__heddle_pipe_number(fd2))
		__heddle_pipe_off(); /* it is no longer what its number says */
	return fd2;
}

int dup3(int fd, int fd2, int flags) {
	(void)flags;
	return dup2(fd, fd2);
}

int close(int fd) {
	return __heddle_pipe_close(fd) ? 0 : outcome();
}

static ssize_t come_in(int fd, void *buf, size_t n) {
	if (__heddle_not_open(fd))
		return -1;
	ssize_t done = transferred(n);
	if (done > 0)
		__heddle_fill_any(buf, (size_t)done);
	return done;
}

static ssize_t go_out(int fd, const void *buf, size_t n) {
	if (__heddle_not_open(fd))
		return -1;
	__heddle_touch(buf, n);
	return transferred(n);
}

ssize_t read(int fd, void *buf, size_t n) {
	__heddle_cancel_point();
	__PTRDIFF_TYPE__ done;
	return __heddle_pipe_read(fd, buf, n, &done) ? (ssize_t)done : come_in(fd, buf, n);
}

ssize_t write(int fd, const void *buf, size_t n) {
	__heddle_cancel_point();
	__PTRDIFF_TYPE__ done;
	return __heddle_pipe_write(fd, buf, n, &done) ? (ssize_t)done : go_out(fd, buf, n);
}

static ssize_t cannot_seek(void) {
	errno = ESPIPE;
	return -1;
}

ssize_t pread(int fd, void *buf, size_t n, off_t offset) {
	__heddle_cancel_point();
	(void)offset;
	return __heddle_pipe_flags(fd) >= 0 ? cannot_seek() : come_in(fd, buf, n);
}

ssize_t pwrite(int fd, const void *buf, size_t n, off_t offset) {
	__heddle_cancel_point();
	(void)offset;
	return __heddle_pipe_flags(fd) >= 0 ? cannot_seek() : go_out(fd, buf, n);
}

int fcntl(int fd, int command, ...) {
	int flags;
	struct flock *lock;
	va_list ap;
	switch (command) {
	case F_GETFL:
		flags = __heddle_pipe_flags(fd);
		return flags >= 0 ? flags : __heddle_nondet_int();
	case F_SETFL:
		va_start(ap, command);
		flags = va_arg(ap, int);
		va_end(ap);
		if (__heddle_pipe_flags(fd) < 0)
			return outcome();
		__heddle_pipe_set_flags(fd, flags);
		return 0;
	case F_DUPFD:
	case F_DUPFD_CLOEXEC:
		__heddle_pipe_leak(fd);
		return __heddle_descriptor();
	case F_GETLK:
		va_start(ap, command);
		lock = va_arg(ap, struct flock *);
		va_end(ap);
		__heddle_touch(lock, sizeof *lock);
		if (__heddle_nondet_bool())
			return fail();
		__heddle_fill_any(lock, sizeof *lock);
		return 0;
	case F_SETLK:
	case F_SETLKW:
		va_start(ap, command);
		lock = va_arg(ap, struct flock *);
		va_end(ap);
		__heddle_touch(lock, sizeof *lock);
		return outcome();
	}
	return __heddle_nondet_int();
}

off_t lseek(int fd, off_t offset, int whence) {
	(void)fd;
	(void)offset;
	(void)whence;
	off_t at = __heddle_nondet_long();
	return at < 0 ? fail() : at;
}

static long natural(void) {
	long n = __heddle_nondet_long();
	return n < 0 ? 0 : n;
}

static void any_time(struct timespec *t) {
	long n = __heddle_nondet_long();
	t->tv_sec = natural();
	t->tv_nsec = n >= 0 && n < 1000000000 ? n : 0;
}

int __heddle_status(struct stat *st) {
	if (__heddle_nondet_bool())
		return fail();
	st->st_dev = __heddle_nondet_ulong();
	st->st_ino = __heddle_nondet_ulong();
	st->st_nlink = __heddle_nondet_uint();
	st->st_mode = __heddle_nondet_uint() & 0177777;
	st->st_uid = __heddle_nondet_uint();
	st->st_gid = __heddle_nondet_uint();
	st->st_rdev = __heddle_nondet_ulong();
	st->st_size = natural();
	st->st_blksize = 4096;
	st->st_blocks = natural();
	any_time(&st->st_atim);
	any_time(&st->st_mtim);
	any_time(&st->st_ctim);
	return 0;
}

int stat(const char *path, struct stat *st) {
	__heddle_look_string(path);
	return __heddle_status(st);
}

int lstat(const char *path, struct stat *st) {
	__heddle_look_string(path);
	return __heddle_status(st);
}

int fstat(int fd, struct stat *st) {
	(void)fd;
	return __heddle_status(st);
}

int fstatat(int dir, const char *path, struct stat *st, int flags) {
	(void)dir;
	__heddle_look_string(path);
	(void)flags;
	return __heddle_status(st);
}

ssize_t readlink(const char *path, char *buf, size_t size) {
	__heddle_look_string(path);
	ssize_t n = transferred(size);
	if (n > 0)
		__heddle_fill_any(buf, (size_t)n);
	return n;
}

/* A text of less than size bytes. */
static void text(char *buf, size_t size) {
	size_t len = __heddle_nondet_size();
	if (len >= size)
		len = size - 1;
	__heddle_fill_any(buf, len);
	buf[len] = 0;
}

char *getcwd(char *buf, size_t size) {
	if (!buf) {
		if (__heddle_nondet_bool()) {
			fail();
			return 0;
		}
		return __heddle_new_text(size ? size : 16);
	}
	if (size == 0 || __heddle_nondet_bool()) {
		fail();
		return 0;
	}
	text(buf, size);
	return buf;
}

int gethostname(char *name, size_t len) {
	if (len == 0 || __heddle_nondet_bool())
		return fail();
	text(name, len);
	return 0;
}

int poll(struct pollfd *fds, nfds_t n, int timeout) {
	__heddle_cancel_point();
	(void)timeout;
	if (__heddle_nondet_bool())
		return fail();
	int ready = 0;
	for (nfds_t i = 0; i < n; i++) {
		short events = 0;
		if (fds[i].fd >= 0 && !__heddle_pipe_idle(fds[i].fd))
			events = __heddle_nondet_short() & (fds[i].events | POLLERR | POLLHUP | POLLNVAL);
		fds[i].revents = events;
		if (events)
			ready++;
	}
	return ready;
}

int ppoll(struct pollfd *fds, nfds_t n, const struct timespec *timeout, const sigset_t *mask) {
	if (timeout)
		__heddle_touch(timeout, sizeof *timeout);
	if (mask)
		__heddle_touch(mask, sizeof *mask);
	return poll(fds, n, 0);
}

static int keep(fd_set *set, int n, int reads) {
	int ready = 0;
	if (!set)
		return 0;
	fd_set out = *set;
	for (int fd = 0; fd < n; fd++) {
		if (!FD_ISSET(fd, &out))
			continue;
		if (__heddle_nondet_bool() && !(reads && __heddle_pipe_idle(fd)))
			ready++;
		else
			FD_CLR(fd, &out);
	}
	*set = out;
	return ready;
}

int select(int n, fd_set *r, fd_set *w, fd_set *e, struct timeval *timeout) {
	__heddle_cancel_point();
	if (timeout)
		__heddle_touch(timeout, sizeof *timeout);
	if (__heddle_nondet_bool())
		return fail();
	return keep(r, n, 1) + keep(w, n, 0) + keep(e, n, 0);
}

int pselect(int n, fd_set *r, fd_set *w, fd_set *e, const struct timespec *timeout, const sigset_t *mask) {
	if (timeout)
		__heddle_touch(timeout, sizeof *timeout);
	if (mask)
		__heddle_touch(mask, sizeof *mask);
	return select(n, r, w, e, 0);
}

/* The last six bytes of the name are replaced. */
int mkstemp(char *template) {
	size_t n = strlen(template);
	if (n < 6) {
		errno = EINVAL;
		return -1;
	}
	char *end = template + n - 6;
	for (int i = 0; i < 6; i++) {
		char c = __heddle_nondet_char();
		end[i] = c >= '0' && c <= 'z' ? c : '0';
	}
	return __heddle_descriptor();
}

int inotify_init(void);
int inotify_init1(int flags);
int timerfd_create(int clock, int flags);

int inotify_init(void) {
	return __heddle_descriptor();
}

int inotify_init1(int flags) {
	(void)flags;
	return __heddle_descriptor();
}

int timerfd_create(int clock, int flags) {
	(void)clock;
	(void)flags;
	return __heddle_descriptor();
}
