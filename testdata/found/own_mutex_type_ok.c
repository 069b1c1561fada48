// check: --property assert,race
// expect: PROVED
// pthread_mutex_t and its functions are the program's own: a lock that spins, and one that counts.
#include <assert.h>

typedef int pthread_mutex_t;
struct pair { pthread_mutex_t m; int a[8]; };

typedef unsigned long pthread_t;
extern int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
extern int pthread_join(pthread_t, void **);

static pthread_mutex_t m;
static struct pair s = {0, {0, 0, 0, 1}};
static int x;

int pthread_mutex_lock(pthread_mutex_t *p)
{
	while (!__sync_bool_compare_and_swap(p, 0, 1))
		;
	return 7;
}

int pthread_mutex_unlock(pthread_mutex_t *p)
{
	__sync_lock_release(p);
	return 8;
}

static int pthread_mutex_init(pthread_mutex_t *p) { return ++*p; }

static void *run(void *p)
{
	assert(pthread_mutex_lock(&m) == 7);
	x++;
	assert(pthread_mutex_unlock(&m) == 8);
	return p;
}

int main(void)
{
	pthread_t t;
	struct pair local = {0, {0, 0, 0, 2}};
	assert(pthread_mutex_init(&s.m) == 1 && pthread_mutex_init(&s.m) == 2 && s.a[3] == 1);
	assert(pthread_mutex_init(&local.m) == 1 && local.a[3] == 2);
	pthread_create(&t, 0, run, 0);
	run(0);
	pthread_join(t, 0);
	assert(x == 2);
	return 0;
}
