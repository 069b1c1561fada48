// One of two that are started is counted.
#include <heddle.h>
#include <stdatomic.h>

atomic_long running;
int data;

void work(void)
{
	data = 2;
	running--;
}

void free_one(void)
{
	data = 2;
}

int main(void)
{
	running++;
	heddle_async(work);
	heddle_async(free_one);
	while (running != 0)
		;
	data = 1;
	return 0;
}
