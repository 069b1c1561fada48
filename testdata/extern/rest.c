// not proved: *a, dev.n
// proved: x, y
// What is not given away is proved, and so is what a callback shares under a lock.
#include <pthread.h>

struct dev {
	pthread_mutex_t m;
	int n;
};

void on_event(void (*call)(void *), void *arg);
struct dev *get_dev(int i);
void fill(struct dev *d);
void tick(void);

static pthread_mutex_t m;
static int x, y, z; // what other files cannot name

static void event(void *a)
{
	pthread_mutex_lock(&m);
	y = 1;
	pthread_mutex_unlock(&m);
	*(int *)a = 1;
}

void *worker(void *arg)
{
	struct dev d;
	fill(&d);
	pthread_mutex_lock(&m);
	x = !x;
	tick();
	x = !x;
	pthread_mutex_unlock(&m);
	return 0;
}

int main(void)
{
	pthread_t t;
	y = 5; // nobody else knows it yet
	pthread_create(&t, 0, worker, 0);
	on_event(event, &z);
	pthread_mutex_lock(&m);
	x = 2;
	y = 3;
	pthread_mutex_unlock(&m);
	struct dev *d = get_dev(3);
	if (d)
		d->n = 5;
	return 0;
}
