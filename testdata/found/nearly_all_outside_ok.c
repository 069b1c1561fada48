// check: --property assert
// expect: PROVED
// One assertion is the program's own, and no function that nothing defines knows its variable.
#include <assert.h>
int lib_run(int);

static int runs;

int main(void)
{
	runs++;
	int r = lib_run(1);
	assert(runs == 1);
	return r;
}
