// check: --property assert
// expect: BUG assert
#include <assert.h>
#include <string.h>

char a[3000];

int main(void)
{
	a[0] = 5;
	memmove(a + 1, a, 2999);
	assert(a[2] == 5); // fail!
	return 0;
}
