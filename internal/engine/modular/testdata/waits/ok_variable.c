// Who starts a thread counts it, each takes itself off, and main writes when nobody is left.
#include <heddle.h>
#include <stdatomic.h>

atomic_long running;
int data;

void work(void)
{
	int seen = data;
	(void)seen;
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
