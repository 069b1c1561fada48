// check: --property assert
// expect: UNKNOWN
// Into the stack of another thread.
#include <pthread.h>
#include <setjmp.h>

static jmp_buf env;

static void *thread(void *arg)
{
	longjmp(env, 1);
	return arg;
}

int main(void)
{
	pthread_t t;
	if (setjmp(env) == 0) {
		pthread_create(&t, 0, thread, 0);
		pthread_join(t, 0);
	}
	return 0;
}
