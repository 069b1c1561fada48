// check: --property assert
// expect: POSSIBLE assert
// A value may change under its reader when another variable is set (POSIX getenv).
#include <assert.h>
#include <stdlib.h>
int main(void) {
	char *level = getenv("LEVEL");
	if (!level)
		return 0;
	char before = level[0];
	setenv("MODE", "1", 1);
	assert(level[0] == before);
	return 0;
}
