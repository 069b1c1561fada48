// check: --property assert
// expect: BUG assert
// A constructor with a low priority runs before one with a high priority, and one without comes last, wherever they stand. They ran in the order of the file.
#include <assert.h>

static int level;

__attribute__((constructor)) static void last(void) { level = level * 10 + 3; }
__attribute__((constructor(300))) static void second(void) { level = level * 10 + 2; }
__attribute__((constructor(200))) static void first(void) { level = level * 10 + 1; }

int main(void)
{
	assert(level == 321);
	return 0;
}
