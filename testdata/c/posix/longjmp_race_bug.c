// check: --property race
// expect: BUG race
#include <pthread.h>
#include <setjmp.h>

static jmp_buf env;
static int x;

static void leave(void)
{
	longjmp(env, 1);
}

static void *thread(void *arg)
{
	x = 1; // race!
	return arg;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, thread, 0);
	if (setjmp(env) == 0)
		leave();
	else
		x = 2; // race!
	pthread_join(t, 0);
	return 0;
}
