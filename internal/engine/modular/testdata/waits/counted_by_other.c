// Another thread counts and starts one more behind the wait.
#include <heddle.h>
#include <stdatomic.h>

atomic_long running;
int data;

void work(void)
{
	data = 2;
	running--;
}

void other(void)
{
	running++;
	heddle_async(work);
}

int main(void)
{
	running++;
	heddle_async(work);
	heddle_async(other);
	while (running != 0)
		;
	data = 1;
	return 0;
}
