// check: --property assert
// expect: PROVED
// Trap 4: right for every length; an engine that cuts the loop may not say PROVED.
// expect[rounds]: BOUNDED
// expect[kiss]: BOUNDED
#include <heddle.h>

int main(void)
{
	unsigned char n = heddle_nondet_uchar();
	int x = 0;
	for (int i = 0; i < n; i++)
		x++;
	heddle_assert(x == n);
	return 0;
}
