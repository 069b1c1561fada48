// A thread starts one that nobody counts.
#include <heddle.h>
#include <stdatomic.h>

atomic_long running;
int data;

void last(void)
{
	data = 2;
}

void work(void)
{
	heddle_async(last);
	running--;
}

int main(void)
{
	running++;
	heddle_async(work);
	while (running != 0)
		;
	data = 1;
	return 0;
}
