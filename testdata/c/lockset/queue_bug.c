// check: --property race --rounds 3 --unwind 3
// expect: BUG race
// The job is taken out when the lock has been let go.
#include <heddle.h>
#include <pthread.h>

pthread_mutex_t m;
pthread_cond_t filled, emptied;
unsigned char jobs[2], first, used;

void *consumer(void *arg)
{
	for (;;) {
		pthread_mutex_lock(&m);
		while (used == 0)
			pthread_cond_wait(&filled, &m);
		unsigned at = first;
		first = !first;
		used--;
		pthread_cond_signal(&emptied);
		pthread_mutex_unlock(&m);
		unsigned char job = jobs[at]; // race!
		if (job == 0)
			return 0;
	}
}

int main(void)
{
	pthread_t s;
	pthread_create(&s, 0, consumer, 0);
	for (;;) {
		pthread_mutex_lock(&m);
		while (used == 2)
			pthread_cond_wait(&emptied, &m);
		jobs[(first + used) & 1] = heddle_nondet_bool(); // race!
		used++;
		pthread_cond_signal(&filled);
		pthread_mutex_unlock(&m);
	}
}
