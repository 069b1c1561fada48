// What is added may be nothing.
#include <heddle.h>
#include <stdatomic.h>

atomic_long running;
int data;

void work(int n)
{
	data = 2;
	running -= n;
}

int main(void)
{
	int n = heddle_nondet_bool();
	running += n;
	heddle_async(work, n);
	while (running != 0)
		;
	data = 1;
	return 0;
}
