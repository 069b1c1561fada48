// check: --property assert
// expect: UNKNOWN
// A function becomes a pointer to one, which is no pointer to characters: the default holds. The parser takes the first.
#include <assert.h>

#define IS_TEXT(p) _Generic((p), char *: 1, default: 0)

int main(void)
{
	assert(!IS_TEXT(main));
	return 0;
}
