// What is added was not set on one path.
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
	long n;
	if (heddle_nondet_bool())
		n = 1;
	running += n;
	heddle_async(work);
	while (running != 0)
		;
	data = 1;
	return 0;
}
