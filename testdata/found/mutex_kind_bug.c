// check: --property race
// expect: BUG race
// Mutexes that are recursive by their initializer, wherever that stands: behind a typedef of pthread_mutex_t, in a struct behind one, in arrays, in compound literals, assigned. They
// were taken for normal ones: main waited for itself, and what came behind was proved free of races.
#define _GNU_SOURCE
#include <pthread.h>

#define RECURSIVE PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP

typedef pthread_mutex_t lock_t;
typedef struct { int a; lock_t l; } inner;
typedef struct { char c; inner in[2]; } outer;

static lock_t plain = RECURSIVE;
static outer nested = { .in[1].l = RECURSIVE };
static lock_t row[4] = { [1 ... 2] = RECURSIVE };
static lock_t *unnamed = &(lock_t)RECURSIVE;
static lock_t assigned;
static inner whole;
static int n;

static void *worker(void *arg)
{
	n++; // race!
	return arg;
}

static void twice(lock_t *l)
{
	pthread_mutex_lock(l);
	pthread_mutex_lock(l);
	pthread_mutex_unlock(l);
	pthread_mutex_unlock(l);
}

int main(void)
{
	pthread_t t;
	inner local = { 1, (lock_t)RECURSIVE };
	twice(&plain);
	twice(&nested.in[1].l);
	twice(&row[2]);
	twice(unnamed);
	twice(&local.l);
	twice((lock_t[]){ PTHREAD_MUTEX_INITIALIZER, RECURSIVE } + 1);
	assigned = (lock_t)RECURSIVE;
	twice(&assigned);
	whole = (inner){ .l = RECURSIVE };
	twice(&whole.l);
	pthread_create(&t, 0, worker, 0);
	n++; // race!
	pthread_join(t, 0);
	return 0;
}
