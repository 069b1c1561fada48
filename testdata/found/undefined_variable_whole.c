// check: --property race --assume whole-program --rounds 2 --unwind 2
// expect: UNKNOWN
// That no other file is of the program does not say that the library, which defines the function, does not define and use the variable.
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
