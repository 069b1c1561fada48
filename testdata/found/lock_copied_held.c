// check: --property assert
// expect: UNKNOWN
// POSIX does not say what a copy of a mutex is (pthread_mutex_init). That of a held one was free.
#include <assert.h>
#include <pthread.h>

struct s {
	int x;
	pthread_mutex_t l;
};

static struct s a = { 1, PTHREAD_MUTEX_INITIALIZER }, b;

int main(void)
{
	pthread_mutex_lock(&a.l);
	struct s t = a;
	b = t;
	pthread_mutex_lock(&b.l);
	assert(0);
	return 0;
}
