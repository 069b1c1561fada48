// A member declared _Atomic(T) was dropped as a declaration of nothing.
// check: --property assert
// expect: PROVED
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static struct {
	int plain;
	_Atomic(int) count;
} s;

static void *add(void *arg)
{
	s.count++;
	return arg;
}

int main(void)
{
	pthread_t id;
	pthread_create(&id, 0, add, 0);
	s.count++;
	pthread_join(id, 0);
	assert(s.count == 2);
	return 0;
}
