// It fails when somebody was started already.
#include <heddle.h>
#include <stdatomic.h>

int data;

void work(void)
{
	int seen = data;
	(void)seen;
}

int start(void)
{
	if (heddle_nondet_bool())
		return -1;
	while (heddle_nondet_bool())
		heddle_async(work);
	return heddle_nondet_bool() ? -1 : 0;
}

int main(void)
{
	if (start() < 0)
		data = 1;
	return 0;
}
