// check: --property race
// expect: UNKNOWN
// A lock of a library that goes by another word: what stands behind it races only if it does not lock.
#include <pthread.h>
struct sem;
struct sem *lib_sem_new(void);
void lib_sem_take(struct sem *);
void lib_sem_give(struct sem *);
static struct sem *s;
static int n;
static void *work(void *arg) {
	lib_sem_take(s);
	n++; // norace
	lib_sem_give(s);
	return arg;
}
int main(void) {
	pthread_t t;
	s = lib_sem_new();
	pthread_create(&t, 0, work, 0);
	work(0);
	pthread_join(t, 0);
	return 0;
}
