// check: --property assert
// expect: BUG assert
// Trap 4: the failure needs 40 turns of a loop whose length is an input.
#include <heddle.h>

int main(void)
{
	unsigned char n = heddle_nondet_uchar();
	int x = 0;
	for (int i = 0; i < n; i++)
		x++;
	heddle_assert(x != 40); // fail!
	return 0;
}
