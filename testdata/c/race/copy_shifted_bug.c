// check: --property race
// expect: BUG race
// expect[rounds]: BUG race
// The fields of an array of structs change places, which rounds does not follow. That ends the executions that copy, and no others.
#include <pthread.h>
#include <string.h>

struct two { int a, b; } list[4];
int x, y;
unsigned nondet_uint(void);

void *worker(void *arg)
{
	unsigned n = nondet_uint();
	if (y) {
		list[n % 4].a++;
		list[n % 3].b++;
		memmove(&list[0].b, &list[0].a, n % 4 * sizeof(int));
	}
	x++; // race!
	return 0;
}

int main(void)
{
	pthread_t t;
	y = nondet_uint();
	pthread_create(&t, 0, worker, 0);
	x++; // race!
	pthread_join(t, 0);
	return 0;
}
