// Somebody sets it to 0.
#include <heddle.h>
#include <stdatomic.h>

atomic_long running;
int data;

void work(void)
{
	data = 2;
	running--;
}

void reset(void)
{
	running = 0;
}

int main(void)
{
	running++;
	heddle_async(work);
	heddle_async(reset);
	while (running != 0)
		;
	data = 1;
	return 0;
}
