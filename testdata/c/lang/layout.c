// check: --property assert
// expect: BOUNDED
// The order of two objects in memory is one of many: it reaches a check, so no more than BOUNDED may be said.
#include <assert.h>

int a, b;

int main(void)
{
	int before = &a < &b;
	assert(before == 0 || before == 1);
	return 0;
}
