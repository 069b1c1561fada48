// check: --property race
// expect: BUG race
// heddle_async starts a thread with any arguments.
#include <heddle.h>

int x;

void add(int a, short b)
{
	x += a + b; // race!
}

int main(void)
{
	heddle_async(add, 1, 2);
	heddle_async(add, 3, 4);
	return 0;
}
