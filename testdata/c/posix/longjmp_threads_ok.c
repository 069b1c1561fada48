// check: --property assert,race
// expect: PROVED
// Each thread has its own buffer.
#include <assert.h>
#include <pthread.h>
#include <setjmp.h>

static _Thread_local jmp_buf env;

static void leave(void)
{
	longjmp(env, 1);
}

static void *thread(void *arg)
{
	if (setjmp(env) == 0) {
		leave();
		assert(0);
	}
	return arg;
}

static pthread_t t;

int main(void)
{
	pthread_create(&t, 0, thread, 0);
	thread(0);
	pthread_join(t, 0);
	return 0;
}
