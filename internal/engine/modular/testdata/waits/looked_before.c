// The count was looked at before anybody was started.
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
	long seen = running;
	running++;
	heddle_async(work);
	heddle_assume(seen == 0);
	data = 1;
	return 0;
}
