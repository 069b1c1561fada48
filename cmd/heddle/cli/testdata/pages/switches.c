#include <assert.h>
#include <pthread.h>

/* Two threads add to a sum without a lock; that it comes out as 2 takes many switches. */
static int sum;

static void *add(void *arg)
{
	int i, seen;

	for (i = 0; i < 3; i++) {
		seen = sum;
		sum = seen + 1;
	}
	return arg;
}

int main(void)
{
	pthread_t first, second;

	pthread_create(&first, 0, add, 0);
	pthread_create(&second, 0, add, 0);
	pthread_join(first, 0);
	pthread_join(second, 0);
	assert(sum != 2);
	return 0;
}
