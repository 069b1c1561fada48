// check: --property race
// expect: BUG race
// The copy and the original lead to one variable.
#include <assert.h>
#include <pthread.h>
#include <string.h>

struct link { char name[100]; int *a; int *b; } first, second;
int x, y;

void *worker(void *arg)
{
	struct link mine;
	memcpy(&mine, &second, sizeof mine);
	*mine.a = 1; // race!
	return 0;
}

int main(void)
{
	pthread_t t;
	first.a = &x;
	first.b = &y;
	memcpy(&second, &first, sizeof second);
	pthread_create(&t, 0, worker, 0);
	*second.a = 2; // race!
	pthread_join(t, 0);
	return 0;
}
