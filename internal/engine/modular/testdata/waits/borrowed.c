// A thread takes off what another has added.
#include <heddle.h>
#include <stdatomic.h>

atomic_long running;
int data;

void work(void)
{
	data = 2;
	running--;
}

void thief(void)
{
	running--;
	running++;
}

int main(void)
{
	running++;
	heddle_async(work);
	heddle_async(thief);
	while (running != 0)
		;
	data = 1;
	return 0;
}
