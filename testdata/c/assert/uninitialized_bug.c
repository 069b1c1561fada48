// check: --property assert
// expect: BUG assert
// Trap 8: locals and heap memory start with any value.
#include <assert.h>
#include <stdlib.h>

void stack(void)
{
	unsigned char local;
	assert(local != 77); // fail!
}

void heap(void)
{
	unsigned char *p = malloc(1);
	assert(*p != 78); // fail!
}

int main(void)
{
	stack();
	heap();
	return 0;
}
