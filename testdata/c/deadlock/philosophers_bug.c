// check: --property deadlock
// expect: BUG deadlock
// Three philosophers, each takes the left fork first.
#include <pthread.h>

pthread_mutex_t fork_[3];
int seat[3] = {0, 1, 2};

void *dine(void *arg)
{
	int i = *(int *)arg;
	pthread_mutex_lock(&fork_[i]);
	pthread_mutex_lock(&fork_[(i + 1) % 3]); // deadlock!
	pthread_mutex_unlock(&fork_[(i + 1) % 3]);
	pthread_mutex_unlock(&fork_[i]);
	return 0;
}

int main(void)
{
	pthread_t t, u;
	pthread_create(&t, 0, dine, &seat[1]);
	pthread_create(&u, 0, dine, &seat[2]);
	dine(&seat[0]);
	pthread_join(t, 0);
	pthread_join(u, 0);
	return 0;
}
