// check: --property race --rounds 2 --unwind 2
// expect: BUG race
// A second consumer gets the same data.
#include <pthread.h>
#include <stdatomic.h>

atomic_int flag;
int data, seen;

void *produce(void *arg)
{
	for (;;) {
		while (flag != 0)
			;
		data = 1;
		flag = 1;
	}
}

void *consume(void *arg)
{
	for (;;) {
		while (flag != 1)
			;
		seen = data;
		flag = 0;
	}
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, produce, 0);
	pthread_create(&t, 0, consume, 0);
	pthread_create(&t, 0, consume, 0);
	pthread_join(t, 0);
	return 0;
}
