// check: --property assert
// expect: BUG assert
#define _GNU_SOURCE
#include <assert.h>

int main(void)
{
	int error = 5;
	assert_perror(0);     // nofail
	assert_perror(error); // fail!
	return 0;
}
