// check: --property assert,race,memory
// expect: PROVED
// A struct that holds pointers is copied as a range: they lead where they led, and what they lead to is kept apart.
#include <assert.h>
#include <pthread.h>
#include <string.h>

struct link { char name[100]; int *a; int *b; } first, second;
int x, y;

void *worker(void *arg)
{
	struct link mine;
	memcpy(&mine, &second, sizeof mine);
	*mine.a = 1;
	return 0;
}

int main(void)
{
	pthread_t t;
	first.a = &x;
	first.b = &y;
	memcpy(&second, &first, sizeof second);
	pthread_create(&t, 0, worker, 0);
	*second.b = 2;
	pthread_join(t, 0);
	assert(x == 1 && y == 2);
	return 0;
}
