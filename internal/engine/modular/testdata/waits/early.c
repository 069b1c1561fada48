// A thread takes itself off before it is done.
#include <heddle.h>
#include <stdatomic.h>

atomic_long running;
int data;

void work(void)
{
	running--;
	data = 2;
}

int main(void)
{
	while (heddle_nondet_bool()) {
		running++;
		heddle_async(work);
	}
	while (running != 0)
		;
	data = 1;
	return 0;
}
