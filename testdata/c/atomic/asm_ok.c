// check: --property assert,race
// expect: PROVED
// slow: explore
// Inline assembly of x86 is what it does: atomic operations on one word.
#include <assert.h>
#include <pthread.h>

static int n, lock_word, ready;
static long flags;
static short half;
static char byte;

static inline int fetch_add(int *p, int v) {
	__asm__ __volatile__("lock; xaddl %0, %1" : "+r"(v), "+m"(*p) : : "memory", "cc");
	return v;
}

static inline int cas(int *p, int old, int new) {
	int prev;
	__asm__ __volatile__("lock\n\tcmpxchgl %2,%1" : "=a"(prev), "+m"(*p) : "r"(new), "0"(old) : "memory", "cc");
	return prev;
}

static inline _Bool cas_flag(int *target, int compare, int set) {
	_Bool z;
	__asm__ __volatile__("lock cmpxchgl %3, %0; setz %1" : "+m"(*target), "=a"(z) : "a"(compare), "q"(set) : "memory", "cc");
	return z;
}

static inline int exchange(int *p, int v) {
	__asm__ __volatile__("xchgl %0,%1" : "=r"(v), "+m"(*p) : "0"(v) : "memory");
	return v;
}

static inline char dec_and_test(int *p) {
	unsigned char c;
	__asm__ __volatile__("lock; decl %0; sete %1" : "+m"(*p), "=qm"(c) : : "memory");
	return c != 0;
}

static inline int test_and_set_bit(long nr, long *p) {
	_Bool c;
	__asm__ __volatile__("lock; btsq %2,%1; setc %0" : "=qm"(c), "+m"(*p) : "Ir"(nr) : "memory");
	return c;
}

static inline int load(int *p) {
	int v;
	__asm__ __volatile__("movl %1, %0" : "=r"(v) : "m"(*p) : "memory");
	return v;
}

static inline void store(int *p, int v) {
	__asm__ __volatile__("movl %1, %0" : "=m"(*p) : "ir"(v) : "memory");
}

static int data;

static void *worker(void *arg) {
	while (exchange(&lock_word, 1)) {
		__asm__ __volatile__("rep; nop" ::: "memory");
		return arg;
	}
	data++; // norace
	__asm__ __volatile__("lock; addl $0,0(%%rsp)" ::: "memory");
	store(&lock_word, 0);
	__asm__ __volatile__("lock; incl %[count]" : [count] "+m"(n));
	return arg;
}

int main(void) {
	pthread_t t;
	unsigned char lo, hi;
	assert(fetch_add(&n, 5) == 0 && n == 5);
	assert(cas(&n, 4, 9) == 5 && n == 5);
	assert(cas(&n, 5, 9) == 5 && n == 9);
	assert(!cas_flag(&n, 5, 1) && cas_flag(&n, 9, 1) && n == 1);
	assert(dec_and_test(&n) && n == 0);
	assert(!test_and_set_bit(3, &flags) && test_and_set_bit(3, &flags) && flags == 8);
	__asm__ __volatile__("lock; orw %1,%0" : "+m"(half) : "r"((short)6));
	__asm__ __volatile__("lock; andw %1,%0" : "+m"(half) : "r"((short)3));
	assert(half == 2);
	__asm__ __volatile__("lock; subb $1,%0" : "+m"(byte));
	assert(byte == -1);
	__asm__ __volatile__("rdtsc" : "=a"(lo), "=d"(hi) : : "memory");
	assert(load(&ready) == 0);
	pthread_create(&t, 0, worker, 0);
	worker(0);
	pthread_join(t, 0);
	assert(n >= 1 && n <= 2);
	return (lo ^ hi) == 0;
}
