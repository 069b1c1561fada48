// check: --property assert,race --rounds 2 --unwind 2
// expect: PROVED
// expect[modular]: POSSIBLE
// Where the other stands is not in the shared state.
#include <pthread.h>
#include <stdatomic.h>
atomic_int want0, want1, turn;
int data;
void *zero(void *a)
{
	for (;;) { want0 = 1; turn = 1; while (want1 && turn == 1) ; data = 1; want0 = 0; }
}
void *one(void *a)
{
	for (;;) { want1 = 1; turn = 0; while (want0 && turn == 0) ; data = 1; want1 = 0; }
}
int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, zero, 0);
	one(0);
}
