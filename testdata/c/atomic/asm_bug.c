// check: --property assert,race
// expect: BUG assert race
// The twin: a lock that is tested and set in two steps, and a clock that shows anything.
#include <assert.h>
#include <pthread.h>

static int lock_word, data;

static inline int load(int *p) {
	int v;
	__asm__ __volatile__("movl %1, %0" : "=r"(v) : "m"(*p) : "memory");
	return v;
}

static inline void store(int *p, int v) {
	__asm__ __volatile__("movl %1, %0" : "=m"(*p) : "ir"(v) : "memory");
}

static void *worker(void *arg) {
	if (load(&lock_word))
		return arg;
	store(&lock_word, 1);
	data++; // race!
	store(&lock_word, 0);
	return arg;
}

int main(void) {
	pthread_t t;
	unsigned char a;
	__asm__ __volatile__("rdtsc" : "=a"(a));
	assert(a != 0); // fail!
	pthread_create(&t, 0, worker, 0);
	worker(0);
	pthread_join(t, 0);
	return 0;
}
