// check: --property assert
// expect: PROVED
// Nothing but changes of the environment affects a value (POSIX getenv).
#include <assert.h>
#include <stdlib.h>
int main(void) {
	setenv("MODE", "1", 1);
	char *level = getenv("LEVEL");
	if (!level)
		return 0;
	char before = level[0];
	assert(level[0] == before);
	return 0;
}
