// A thread counts itself.
#include <heddle.h>
#include <stdatomic.h>

atomic_long running;
int data;

void work(void)
{
	running++;
	data = 2;
	running--;
}

int main(void)
{
	heddle_async(work);
	while (running != 0)
		;
	data = 1;
	return 0;
}
