// check: --property assert,race,memory
// expect: PROVED
// A range over part of a struct leaves its neighbours alone: the pointer before it and the lock behind it.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <string.h>

struct box {
	int *p;
	int count;
	char text[500];
	int last;
	pthread_mutex_t lock;
} box = { .lock = PTHREAD_MUTEX_INITIALIZER };
int target;

static void clear(void)
{
	memset(&box.count, 0, offsetof(struct box, lock) - offsetof(struct box, count));
}

void *worker(void *arg)
{
	pthread_mutex_lock(&box.lock);
	clear();
	box.count++;
	(*box.p)++;
	pthread_mutex_unlock(&box.lock);
	return 0;
}

int main(void)
{
	pthread_t t;
	box.p = &target;
	pthread_create(&t, 0, worker, 0);
	pthread_mutex_lock(&box.lock);
	clear();
	box.last = 3;
	assert(box.p == &target && box.count == 0 && box.last == 3);
	(*box.p)++;
	pthread_mutex_unlock(&box.lock);
	pthread_join(t, 0);
	assert(target == 2);
	return 0;
}
