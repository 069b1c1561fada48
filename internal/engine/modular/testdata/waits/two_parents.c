// Two wait for the same count, and one starts more when the other is through.
#include <heddle.h>
#include <stdatomic.h>

atomic_long running;
int data;

void work(void)
{
	data = 2;
	running--;
}

void parent(void)
{
	while (heddle_nondet_bool()) {
		running++;
		heddle_async(work);
	}
	while (running != 0)
		;
	data = 1;
}

int main(void)
{
	heddle_async(parent);
	heddle_async(parent);
	return 0;
}
