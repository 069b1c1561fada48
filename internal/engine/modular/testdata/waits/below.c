// It starts below 0.
#include <heddle.h>
#include <stdatomic.h>

atomic_long running = -1;
int data;

void work(void)
{
	data = 2;
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
