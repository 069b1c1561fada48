// check: --property deadlock
// expect: BUG deadlock
// Nobody unlocks what a function had locked that was left by a jump.
#include <pthread.h>
#include <setjmp.h>

static jmp_buf env;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void leave(void)
{
	pthread_mutex_lock(&m);
	longjmp(env, 1);
}

int main(void)
{
	if (setjmp(env) == 0)
		leave();
	pthread_mutex_lock(&m);
	return 0;
}
