// Somebody takes one off through a pointer.
#include <heddle.h>
#include <stdatomic.h>

atomic_long running;
atomic_long *_Atomic other;
int data;

void work(void)
{
	data = 2;
	running--;
}

void thief(void)
{
	atomic_long *p = other;
	if (p)
		(*p)--;
}

int main(void)
{
	other = &running;
	running++;
	heddle_async(work);
	heddle_async(thief);
	while (running != 0)
		;
	data = 1;
	return 0;
}
