// One byte of it is looked at.
#include <heddle.h>
#include <stdatomic.h>

union count {
	atomic_long all;
	atomic_uchar first;
};
union count running;
int data;

void work(void)
{
	data = 2;
	running.all--;
}

int main(void)
{
	while (heddle_nondet_bool()) {
		running.all++;
		heddle_async(work);
	}
	while (running.first)
		;
	data = 1;
	return 0;
}
