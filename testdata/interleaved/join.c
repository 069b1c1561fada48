// A harness that waits for its thread: if the thread waits for its parent, the run is over. The unprotected counter is interleaved, the input k == 7 is not.
#include <assert.h>
#include <heddle.h>
#include <pthread.h>
static int count;
static void *add(void *p) { int c = count; count = c + 1; return 0; }
void test(int k)
{
	pthread_t t;
	count = 0;
	pthread_create(&t, 0, add, 0);
	int c = count;
	count = c + 1;
	pthread_join(t, 0);
	assert(count == 2);                // interleaved!
	assert(k != 7);
}
