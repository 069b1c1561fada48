// check: --property assert
// expect: BUG assert
// What nobody wrote is arbitrary, and a copy keeps it when its source is overwritten.
#include <assert.h>
#include <string.h>

int main(void)
{
	char from[500], to[500];
	memcpy(to, from, sizeof to);
	assert(to[100] == from[100]); // nofail
	memset(from, 0, sizeof from);
	assert(to[100] == 0); // fail!
	return 0;
}
