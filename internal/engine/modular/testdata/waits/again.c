// Another is started behind the wait.
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
	for (int i = 0; i < 2; i++) {
		running++;
		heddle_async(work);
		if (i == 0)
			while (running != 0)
				;
	}
	data = 1;
	return 0;
}
