// check: --property race --rounds 2 --unwind 2
// expect: PROVED
// The address of a thread-local variable is shown, and used by its thread alone.
#include <heddle.h>
#include <pthread.h>

_Thread_local int mine;
int *_Atomic shown;

void *worker(void *arg)
{
	shown = &mine;
	for (int k = heddle_nondet_uchar() & 3; k > 0; k--) {
		int *p = &mine;
		*p = 1; // norace
	}
	return 0;
}

int main(void)
{
	pthread_t s, t;
	pthread_create(&s, 0, worker, 0);
	pthread_create(&t, 0, worker, 0);
	pthread_join(s, 0);
	pthread_join(t, 0);
	return 0;
}
