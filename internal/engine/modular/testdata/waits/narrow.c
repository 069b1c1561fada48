// Eight bits come round to 0.
#include <heddle.h>
#include <stdatomic.h>

atomic_uchar running;
int data;

void work(void)
{
	data = 2;
	running--;
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
