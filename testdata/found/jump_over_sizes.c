// check: --property assert
// expect: UNKNOWN
// C forbids a jump past the declaration of a type of variable size. What its size would be nobody knows.
#include <assert.h>
int f(int n, int c)
{
	if (c)
		goto over;
	typedef int array[n];
over:
	return sizeof(array);
}
int main(void)
{
	assert(f(2, 0) == 8);
	assert(f(2, 1) == 8);
	return 0;
}
