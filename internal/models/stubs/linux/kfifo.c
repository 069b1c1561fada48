/* Queues of the kernel (lib/kfifo.c). One reader and one writer need no lock: each reads the index of the other, which is marked here, and their data are apart as long as nobody else moves an index. Two readers, or
 * two writers, move one index, which is plain. */
#include <heddle_intrinsics.h>

typedef __SIZE_TYPE__ size_t;

struct __kfifo {
	unsigned int in;
	unsigned int out;
	unsigned int mask;
	unsigned int esize;
	void *data;
};

void *kmalloc_array(size_t n, size_t size, unsigned int flags);
void kfree(const void *p);

#define EINVAL 22
#define ENOMEM 12
#define EFAULT 14

int __kfifo_alloc(struct __kfifo *fifo, unsigned int size, size_t esize, unsigned int flags) {
	unsigned int n = 1;
	while (n < size && n < 1u << 31)
		n *= 2;
	fifo->in = 0;
	fifo->out = 0;
	fifo->esize = esize;
	fifo->data = n < 2 ? 0 : kmalloc_array(esize, n, flags);
	fifo->mask = fifo->data ? n - 1 : 0;
	return n < 2 ? -EINVAL : fifo->data ? 0 : -ENOMEM;
}

void __kfifo_free(struct __kfifo *fifo) {
	kfree(fifo->data);
	fifo->in = 0;
	fifo->out = 0;
	fifo->esize = 0;
	fifo->data = 0;
	fifo->mask = 0;
}

int __kfifo_init(struct __kfifo *fifo, void *buffer, unsigned int size, size_t esize) {
	unsigned int n = 1;
	size /= esize;
	while (n <= size / 2)
		n *= 2;
	fifo->in = 0;
	fifo->out = 0;
	fifo->esize = esize;
	fifo->data = buffer;
	fifo->mask = size < 2 ? 0 : n - 1;
	return size < 2 ? -EINVAL : 0;
}

/* What a writer sees of the reader, and a reader of the writer. */
static unsigned int unused(struct __kfifo *fifo) {
	unsigned int out = __heddle_data_race(fifo->out);
	return fifo->mask + 1 - (fifo->in - out);
}

static unsigned int used(struct __kfifo *fifo) {
	unsigned int in = __heddle_data_race(fifo->in);
	return in - fifo->out;
}

static void move(void *to, void *from, size_t n) { __heddle_data_race((__heddle_copy(to, from, n), 0)); }

/* Where a place lies, and how many bytes follow up to the end of the buffer, at most so many. */
static size_t part(struct __kfifo *fifo, unsigned int n, unsigned int *off) {
	*off = (*off & fifo->mask) * fifo->esize;
	size_t behind = (size_t)(fifo->mask + 1) * fifo->esize - *off, all = (size_t)n * fifo->esize;
	return all < behind ? all : behind;
}

static void put(struct __kfifo *fifo, const void *from, unsigned int n, unsigned int off) {
	char *data = fifo->data, *src = (char *)from;
	size_t all = (size_t)n * fifo->esize, l = part(fifo, n, &off);
	__heddle_touch(src, all);
	move(data + off, src, l);
	move(data, src + l, all - l);
}

static void get(struct __kfifo *fifo, void *to, unsigned int n, unsigned int off) {
	char *data = fifo->data, *dst = to;
	size_t all = (size_t)n * fifo->esize, l = part(fifo, n, &off);
	__heddle_fill_any(dst, all);
	move(dst, data + off, l);
	move(dst + l, data, all - l);
}

static unsigned int least(unsigned int a, unsigned int b) { return a < b ? a : b; }

unsigned int __kfifo_in(struct __kfifo *fifo, const void *buf, unsigned int len) {
	len = least(len, unused(fifo));
	put(fifo, buf, len, fifo->in);
	fifo->in += len;
	return len;
}

unsigned int __kfifo_out_peek(struct __kfifo *fifo, void *buf, unsigned int len) {
	len = least(len, used(fifo));
	get(fifo, buf, len, fifo->out);
	return len;
}

unsigned int __kfifo_out(struct __kfifo *fifo, void *buf, unsigned int len) {
	len = __kfifo_out_peek(fifo, buf, len);
	fifo->out += len;
	return len;
}

/* From and to users: any part of it may fail. What comes is anything. */
static unsigned int missing(unsigned int n) {
	unsigned int k = __heddle_nondet_uint();
	return k > n ? n : k;
}

static void come(struct __kfifo *fifo, unsigned int n, unsigned int off) {
	char *data = fifo->data;
	size_t all = (size_t)n * fifo->esize, l = part(fifo, n, &off);
	__heddle_data_race((__heddle_fill_any(data + off, l), 0));
	__heddle_data_race((__heddle_fill_any(data, all - l), 0));
}

int __kfifo_from_user(struct __kfifo *fifo, const void *from, unsigned long len, unsigned int *copied) {
	(void)from;
	unsigned int esize = fifo->esize, free = unused(fifo), n = len / esize < free ? len / esize : free;
	unsigned int lost = missing(n);
	come(fifo, n, fifo->in);
	n -= lost;
	*copied = n * esize;
	fifo->in += n;
	return lost ? -EFAULT : 0;
}

int __kfifo_to_user(struct __kfifo *fifo, void *to, unsigned long len, unsigned int *copied) {
	(void)to;
	unsigned int esize = fifo->esize, there = used(fifo), n = len / esize < there ? len / esize : there;
	unsigned int lost = missing(n);
	n -= lost;
	*copied = n * esize;
	fifo->out += n;
	return lost ? -EFAULT : 0;
}

/* Records: the length stands before each, in one byte or two. */
unsigned int __kfifo_max_r(unsigned int len, size_t recsize) {
	unsigned int max = (1u << (recsize << 3)) - 1;
	return len > max ? max : len;
}

static unsigned int lengthAt(struct __kfifo *fifo, size_t recsize) {
	unsigned char *data = fifo->data;
	unsigned int n = __heddle_data_race(data[fifo->out & fifo->mask]);
	if (recsize > 1) {
		unsigned int high = __heddle_data_race(data[(fifo->out + 1) & fifo->mask]);
		n |= high << 8;
	}
	return n;
}

static void setLength(struct __kfifo *fifo, unsigned int n, size_t recsize) {
	unsigned char *data = fifo->data;
	__heddle_data_race(data[fifo->in & fifo->mask] = n);
	if (recsize > 1)
		__heddle_data_race(data[(fifo->in + 1) & fifo->mask] = n >> 8);
}

unsigned int __kfifo_len_r(struct __kfifo *fifo, size_t recsize) { return lengthAt(fifo, recsize); }

unsigned int __kfifo_in_r(struct __kfifo *fifo, const void *buf, unsigned int len, size_t recsize) {
	if (len + recsize > unused(fifo))
		return 0;
	setLength(fifo, len, recsize);
	put(fifo, buf, len, fifo->in + recsize);
	fifo->in += len + recsize;
	return len;
}

unsigned int __kfifo_out_peek_r(struct __kfifo *fifo, void *buf, unsigned int len, size_t recsize) {
	if (!used(fifo))
		return 0;
	len = least(len, lengthAt(fifo, recsize));
	get(fifo, buf, len, fifo->out + recsize);
	return len;
}

unsigned int __kfifo_out_r(struct __kfifo *fifo, void *buf, unsigned int len, size_t recsize) {
	if (!used(fifo))
		return 0;
	unsigned int n = lengthAt(fifo, recsize);
	len = least(len, n);
	get(fifo, buf, len, fifo->out + recsize);
	fifo->out += n + recsize;
	return len;
}

void __kfifo_skip_r(struct __kfifo *fifo, size_t recsize) { fifo->out += lengthAt(fifo, recsize) + recsize; }

int __kfifo_from_user_r(struct __kfifo *fifo, const void *from, unsigned long len, unsigned int *copied, size_t recsize) {
	(void)from;
	unsigned int n = __kfifo_max_r(len, recsize);
	*copied = 0;
	if (n + recsize > unused(fifo))
		return 0;
	setLength(fifo, n, recsize);
	come(fifo, n, fifo->in + recsize);
	if (missing(n))
		return -EFAULT;
	*copied = n;
	fifo->in += n + recsize;
	return 0;
}

int __kfifo_to_user_r(struct __kfifo *fifo, void *to, unsigned long len, unsigned int *copied, size_t recsize) {
	(void)to;
	*copied = 0;
	if (!used(fifo))
		return 0;
	unsigned int n = lengthAt(fifo, recsize);
	if (missing(n))
		return -EFAULT;
	*copied = len < n ? len : n;
	fifo->out += n + recsize;
	return 0;
}
