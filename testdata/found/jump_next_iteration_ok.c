// check: --property assert
// expect: PROVED
// A backward goto inside the block does not end the life of its variables: jumping over the declaration keeps the value.
#include <assert.h>
int main(void)
{
	int n = 0;
again:
	if (n++)
		goto over;
	unsigned char x = 4;
over:
	assert(x == 4);
	if (n < 3)
		goto again;
	return 0;
}
