// check: --property race
// expect: BUG race
// pthread_mutex_lock is the program's own and does not lock.
typedef int pthread_mutex_t;
typedef unsigned long pthread_t;
extern int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
extern int pthread_join(pthread_t, void **);

static pthread_mutex_t m;
static int x;

static int pthread_mutex_lock(pthread_mutex_t *p) { return *p; }
static int pthread_mutex_unlock(pthread_mutex_t *p) { return *p; }

static void *run(void *p)
{
	pthread_mutex_lock(&m);
	x++; // race!
	pthread_mutex_unlock(&m);
	return p;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, run, 0);
	run(0);
	pthread_join(t, 0);
	return 0;
}
