/* Pipes, and counters of eventfd. A pipe holds exactly the bytes that were written to it and not read yet; reading from an empty one waits until somebody writes or closes the
   other end. So what a thread does after it has read comes after what another did before it wrote.

   That holds only as long as every user of a pipe is followed. A pipe one of whose descriptors was duplicated, became a stream, went to another process or was used in a way that is not
   modelled here is unknown from then on: reading gives anything at any moment, as from any other descriptor. So is one whose descriptor a function was given that nothing defines; and
   so are all pipes, for good, once such a function was called and is hostile: it may use descriptors that it knows otherwise, and give back others.

   Followed descriptors have small or very large numbers, and no other descriptor has one of these, so that a number says what it belongs to.

   Who waits, waits for a semaphore: deadlocks show, and a waiting thread can be cancelled. It is up while the pipe is not empty, or its last writer is gone, or it is unknown,
   except while a reader that got past it has not taken its bytes yet. */
#include <errno.h>
#include <fcntl.h>
#include <heddle_intrinsics.h>
#include <stdint.h>
#include <sys/eventfd.h>
#include <unistd.h>

int __heddle_sem_end(void *sem);
int __heddle_pipe_make(int fds[2], int flags);
int __heddle_event_make(unsigned int initial, int flags);

enum { ENDS = 16, LOW = 3, HIGH = 0x7fffff00, ROOM = 256 };

struct pipe {
	char *data;         /* the bytes from start on, count of them; none: a counter, with value count */
	uint64_t count;
	__SIZE_TYPE__ start;
	int readers, writers; /* 1 or 0 */
	int unknown;
	char ready; /* the semaphore */
};

/* The reading and the writing end of a pipe have numbers side by side, the first one even. All of this is used inside atomic sections only. */
static struct {
	struct pipe *pipe;
	int fd, flags;
} ends[ENDS];
static int off;

static unsigned int place(int fd) {
	unsigned int i = (unsigned int)fd - LOW;
	return i < ENDS ? i : (unsigned int)fd - HIGH;
}

int __heddle_pipe_number(int fd) {
	return place(fd) < ENDS;
}

/* The pipe of a descriptor, null if it is none that is followed. */
static struct pipe *followed(int fd) {
	unsigned int i = place(fd);
	if (i >= ENDS || ends[i].fd != fd || !ends[i].pipe || ends[i].pipe->unknown)
		return 0;
	return ends[i].pipe;
}

static int idle(struct pipe *p) {
	return p->count == 0 && p->writers && !p->unknown;
}

static struct pipe *make(int at, int ways, int flags, int base) {
	struct pipe *p = __heddle_alloc(sizeof *p, 1);
	p->readers = p->writers = 1;
	__heddle_sem_init(&p->ready, 0);
	for (int i = at; i < at + ways; i++) {
		ends[i].pipe = p;
		ends[i].fd = base + i;
		ends[i].flags = flags;
	}
	return p;
}

/* A free pair of places, or -1. */
static int room(void) {
	int at = -1;
	for (int i = ENDS - 2; i >= 0; i -= 2)
		if (!ends[i].pipe && !ends[i + 1].pipe)
			at = i;
	return off ? -1 : at;
}

int __heddle_pipe_make(int fds[2], int flags) {
	int base = __heddle_nondet_bool() ? LOW : HIGH;
	__heddle_atomic_begin();
	int at = room();
	if (at >= 0) {
		struct pipe *p = make(at, 2, flags & O_NONBLOCK, base);
		p->data = __heddle_alloc(ROOM, 1);
	}
	__heddle_atomic_end();
	fds[0] = base + at;
	fds[1] = base + at + 1;
	return at >= 0;
}

int __heddle_event_make(unsigned int initial, int flags) {
	int base = __heddle_nondet_bool() ? LOW : HIGH;
	__heddle_atomic_begin();
	int at = room();
	if (at >= 0) {
		struct pipe *p = make(at, 1, flags & (O_NONBLOCK | EFD_SEMAPHORE), base);
		p->count = initial;
		if (initial)
			__heddle_up(&p->ready);
	}
	__heddle_atomic_end();
	return at < 0 ? -1 : base + at;
}

/* ---- writing */

static int bad(int error) {
	errno = error;
	return -1;
}

static int broken(void) {
	if (__heddle_nondet_bool())
		__heddle_halt(141); /* SIGPIPE, unless it is ignored */
	return bad(EPIPE);
}

/* Puts bytes into a pipe; 0, or an error number, or -1 if they do not fit. At most PIPE_BUF bytes are written in one step, and that many always fit into a real pipe. */
static int put(struct pipe *p, const void *buf, __SIZE_TYPE__ n) {
	uint64_t value = n;
	if (p->data) {
		if (!p->readers)
			return EPIPE;
		if (n > ROOM - p->start - p->count)
			return -1;
		__heddle_copy(p->data + p->start + p->count, buf, n);
	} else {
		if (n < sizeof value)
			return EINVAL;
		__heddle_copy(&value, buf, sizeof value);
		if (value == (uint64_t)-1)
			return EINVAL;
		if (value > (uint64_t)-2 - p->count)
			return -1;
	}
	if (value && p->count == 0)
		__heddle_up(&p->ready);
	p->count += value;
	return 0;
}

int __heddle_pipe_write(int fd, const void *buf, __SIZE_TYPE__ n, __PTRDIFF_TYPE__ *done) {
	int error = EBADF, counts = 0;
	__heddle_atomic_begin();
	struct pipe *p = followed(fd);
	if (p) {
		counts = !p->data;
		if (counts || place(fd) % 2)
			error = put(p, buf, n);
	}
	__heddle_atomic_end();
	if (!p)
		return 0;
	if (error < 0)
		__heddle_unsupported("more than 256 bytes in a pipe, or more than 64 bits in an eventfd");
	if (error)
		*done = error == EPIPE ? broken() : bad(error);
	else
		*done = counts ? (__PTRDIFF_TYPE__)sizeof(uint64_t) : (__PTRDIFF_TYPE__)n;
	return 1;
}

/* ---- reading */

/* Waits until there is something to take; or gives an error number. */
static int await(struct pipe *p, int flags) {
	if (!(flags & O_NONBLOCK)) {
		__heddle_sem_end(&p->ready);
		return 0;
	}
	if (!__heddle_trydown(&p->ready))
		return 0;
	__heddle_atomic_begin(); /* if another reader has the semaphore, it takes its bytes first */
	__heddle_assume(idle(p));
	__heddle_atomic_end();
	return EAGAIN;
}

int __heddle_pipe_read(int fd, void *buf, __SIZE_TYPE__ n, __PTRDIFF_TYPE__ *done) {
	char bytes[ROOM];
	int flags = 0, reads = 0, counts = 0;
	__heddle_atomic_begin();
	struct pipe *p = followed(fd);
	if (p) {
		flags = ends[place(fd)].flags;
		counts = !p->data;
		reads = counts || place(fd) % 2 == 0;
	}
	__heddle_atomic_end();
	if (!p)
		return 0;
	int error = !reads ? EBADF : counts && n < sizeof(uint64_t) ? EINVAL : n == 0 ? 0 : await(p, flags);
	if (error || n == 0) {
		*done = error ? bad(error) : 0;
		return 1;
	}
	__heddle_atomic_begin();
	int unknown = p->unknown;
	uint64_t k = p->count;
	if (counts) {
		if (flags & EFD_SEMAPHORE && k)
			k = 1;
		__heddle_copy(bytes, &k, sizeof k);
	} else {
		if (k > n)
			k = n;
		__heddle_copy(bytes, p->data + p->start, k);
		p->start += k;
	}
	p->count -= k;
	if (p->count == 0)
		p->start = 0;
	if (!idle(p))
		__heddle_up(&p->ready);
	__heddle_atomic_end();
	if (unknown)
		return 0;
	if (counts)
		k = sizeof(uint64_t);
	__heddle_copy(buf, bytes, k);
	*done = (__PTRDIFF_TYPE__)k;
	return 1;
}

/* Nothing to read from it, and its writer is there. */
int __heddle_pipe_idle(int fd) {
	__heddle_atomic_begin();
	struct pipe *p = followed(fd);
	int is = p && (!p->data || place(fd) % 2 == 0) && idle(p);
	__heddle_atomic_end();
	return is;
}

/* ---- descriptors */

/* Lets readers go on, if they waited until now. */
static void release(struct pipe *p, int waited) {
	if (waited && !idle(p))
		__heddle_up(&p->ready);
}

int __heddle_pipe_close(int fd) {
	unsigned int i = place(fd);
	__heddle_atomic_begin();
	struct pipe *p = i < ENDS && ends[i].fd == fd ? ends[i].pipe : 0;
	if (p) {
		int waited = idle(p);
		ends[i].pipe = 0;
		if (p->data && i % 2)
			p->writers = 0;
		else
			p->readers = 0;
		release(p, waited);
	}
	__heddle_atomic_end();
	return p != 0;
}

/* The flags of fcntl, or -1. */
int __heddle_pipe_flags(int fd) {
	int flags = -1;
	__heddle_atomic_begin();
	struct pipe *p = followed(fd);
	if (p)
		flags = (ends[place(fd)].flags & O_NONBLOCK) | (!p->data ? O_RDWR : place(fd) % 2 ? O_WRONLY : O_RDONLY);
	__heddle_atomic_end();
	return flags;
}

void __heddle_pipe_set_flags(int fd, int flags) {
	__heddle_atomic_begin();
	if (followed(fd))
		ends[place(fd)].flags = (ends[place(fd)].flags & EFD_SEMAPHORE) | (flags & O_NONBLOCK);
	__heddle_atomic_end();
}

static void lose(struct pipe *p) {
	int waited = idle(p);
	p->unknown = 1;
	release(p, waited);
}

void __heddle_pipe_leak(int fd) {
	__heddle_atomic_begin();
	struct pipe *p = followed(fd);
	if (p)
		lose(p);
	__heddle_atomic_end();
}

void __heddle_pipe_leak_all(void) {
	__heddle_atomic_begin();
	for (int i = 0; i < ENDS; i++)
		if (ends[i].pipe && !ends[i].pipe->unknown)
			lose(ends[i].pipe);
	__heddle_atomic_end();
}

void __heddle_pipe_off(void) {
	__heddle_atomic_begin();
	off = 1;
	__heddle_atomic_end();
	__heddle_pipe_leak_all();
}
