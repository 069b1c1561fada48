// check: --property assert,memory
// expect: PROVED
// expect[explore]: UNKNOWN
// Any address is null or leads to memory that is not the program's.
#include <heddle.h>

int own = 1;

int main(void)
{
	int *p = heddle_nondet_ptr();
	if (p) {
		*p = 2;
		heddle_assert(own == 1); // nofail
		heddle_assert(*p == 2); // nofail
	}
	return 0;
}
