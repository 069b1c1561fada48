// It fails, and another thread has started some.
#include <heddle.h>
#include <stdatomic.h>

int data;

void work(void)
{
	int seen = data;
	(void)seen;
}

void other(void)
{
	while (heddle_nondet_bool())
		heddle_async(work);
}

int start(void)
{
	if (heddle_nondet_bool())
		return -1;
	while (heddle_nondet_bool())
		heddle_async(work);
	return 0;
}

int main(void)
{
	heddle_async(other);
	if (start() < 0)
		data = 1;
	return 0;
}
