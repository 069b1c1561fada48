// It is waited until somebody runs.
#include <heddle.h>
#include <stdatomic.h>

atomic_long running;
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
	if (running == 0)
		return 0;
	data = 1;
	return 0;
}
