// check: --property assert
// expect: BUG assert
// Threads of heddle_async run with their own arguments, also after main returned.
#include <heddle.h>

int sum;

void add(int n)
{
	int old = sum;
	sum = old + n;
	heddle_assert(sum != 3); // fail!
}

int main(void)
{
	heddle_async(add, 1);
	heddle_async(add, 2);
	return 0;
}
