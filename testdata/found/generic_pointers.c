// check: --property assert
// expect: UNKNOWN
// What a pointer points to is qualified, and that decides; the parser's choice does not see it, and is not taken.
#include <assert.h>

#define KIND(p) _Generic((p), int *: 1, const int *: 2, default: 0)

int main(void)
{
	const int c = 0;
	assert(KIND(&c) == 2);
	return 0;
}
