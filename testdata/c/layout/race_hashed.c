// check: --property race --rounds 2 --unwind 2
// expect: POSSIBLE race
// Both threads use the element that an address says: two layouts, two elements, and with two addresses two threads need not meet.
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

static int counts[64];
static void *one, *two;

static int *count_of(void *p) { return &counts[((uintptr_t)p >> 40) & 63]; }

static void *worker(void *arg)
{
	++*count_of(one); // race!
	return arg;
}

int main(void)
{
	pthread_t t;
	one = malloc(8);
	two = malloc(8);
	pthread_create(&t, NULL, worker, NULL);
	++*count_of(two); // race!
	pthread_join(t, NULL);
	return 0;
}
