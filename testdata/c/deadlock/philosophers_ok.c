// check: --property deadlock
// expect: PROVED
// The last one takes the right fork first.
#include <pthread.h>

pthread_mutex_t fork_[3];
int seat[3] = {0, 1, 2};

void *dine(void *arg)
{
	int i = *(int *)arg;
	int l = i, r = (i + 1) % 3;
	if (r < l) {
		l = r;
		r = i;
	}
	pthread_mutex_lock(&fork_[l]);
	pthread_mutex_lock(&fork_[r]);
	pthread_mutex_unlock(&fork_[r]);
	pthread_mutex_unlock(&fork_[l]);
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
