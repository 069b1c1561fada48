// A thread takes two off.
#include <heddle.h>
#include <stdatomic.h>

atomic_long running;
int data;

void work(int more)
{
	running--;
	if (more)
		running--;
	else
		data = 2;
}

void other(void)
{
	data = 2;
	running--;
}

int main(void)
{
	running++;
	heddle_async(other);
	running++;
	heddle_async(work, 1);
	while (running != 0)
		;
	data = 1;
	return 0;
}
