// check: --property race --rounds 2 --unwind 2
// expect: PROVED
// Who writes holds both locks, who reads holds one of them.
#include <heddle.h>
#include <pthread.h>

pthread_mutex_t m[2];
int x;

void *reader(void *arg)
{
	long i = (long)arg;
	int sum = 0;
	while (heddle_nondet_bool()) {
		pthread_mutex_lock(&m[i]);
		sum |= x; // norace
		pthread_mutex_unlock(&m[i]);
	}
	return 0;
}

void *writer(void *arg)
{
	while (heddle_nondet_bool()) {
		pthread_mutex_lock(&m[0]);
		pthread_mutex_lock(&m[1]);
		x = 1; // norace
		pthread_mutex_unlock(&m[1]);
		pthread_mutex_unlock(&m[0]);
	}
	return 0;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, writer, 0);
	for (long i = 0; i < 2; i++)
		pthread_create(&t, 0, reader, (void *)i);
	return 0;
}
