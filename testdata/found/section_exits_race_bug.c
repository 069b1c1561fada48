// check: --property race
// expect: BUG race
// A section in which the process ends begins like any other.
#include <heddle.h>
#include <stdlib.h>

int a;

void quits(void)
{
	heddle_atomic
	{
		a = 1; // race!
		exit(0);
	}
}

int main(void)
{
	heddle_async(quits);
	a = 2; // race!
	return 0;
}
