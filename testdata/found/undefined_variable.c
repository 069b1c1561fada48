// check: --property race --rounds 2 --unwind 2
// expect: UNKNOWN
// The file that defines the function may define the variable, and then uses it, beside the write in main. The program was proved.
#include <pthread.h>

extern int lib_state;
void lib_poke(void);

static void *worker(void *arg)
{
	lib_poke();
	return arg;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, worker, 0);
	lib_state = 1;
	pthread_join(t, 0);
	return 0;
}
