// It fails the second time.
#include <heddle.h>
#include <stdatomic.h>

int data;

void work(int more)
{
	if (more)
		heddle_async(work, more - 1);
	int seen = data;
	(void)seen;
}

int start(void)
{
	if (heddle_nondet_bool())
		return -1;
	while (heddle_nondet_bool())
		heddle_async(work, 3);
	return 0;
}

int main(void)
{
	int failed = 0;
	for (int i = 0; i < 2; i++)
		failed = start();
	if (failed < 0)
		data = 1;
	return 0;
}
