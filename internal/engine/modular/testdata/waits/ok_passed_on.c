// A thread passes its place on to the one that it starts.
#include <heddle.h>
#include <stdatomic.h>

atomic_long running;
int data;

void last(void)
{
	int seen = data;
	(void)seen;
	running--;
}

void first(void)
{
	int seen = data;
	(void)seen;
	heddle_async(last);
}

int main(void)
{
	running++;
	heddle_async(first);
	while (running != 0)
		;
	data = 1;
	return 0;
}
