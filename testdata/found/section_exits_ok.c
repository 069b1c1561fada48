// check: --property assert --schedule eager
// expect: PROVED
// Nobody sees what a section wrote in which the process ended.
#include <assert.h>
#include <heddle.h>
#include <stdlib.h>

int a, b;

void quits(void)
{
	heddle_atomic
	{
		if (heddle_nondet_bool()) {
			a = 1;
			exit(0);
		}
		b = 1;
		heddle_atomic { a = 2; abort(); }
	}
}

int main(void)
{
	heddle_async(quits);
	int x = a, y = b;
	assert(x == 0 && y == 0); // nofail
	return 0;
}
