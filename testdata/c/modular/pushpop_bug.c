// check: --property assert --rounds 2 --unwind 5
// expect: BUG assert
// One thread pushes once more than there is room.
#include <assert.h>
#include <pthread.h>

#define SIZE 3
int top;
int stack[SIZE];
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void *push(void *arg)
{
	for (int i = 0; i <= SIZE; i++) {
		pthread_mutex_lock(&m);
		assert(top != SIZE);
		stack[top] = i;
		top++;
		pthread_mutex_unlock(&m);
	}
	return 0;
}

void *pop(void *arg)
{
	for (int i = 0; i < SIZE; i++) {
		pthread_mutex_lock(&m);
		if (top > 0)
			top--;
		pthread_mutex_unlock(&m);
	}
	return 0;
}

int main(void)
{
	pthread_t a, b;
	pthread_create(&a, 0, push, 0);
	pthread_create(&b, 0, pop, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	return 0;
}
