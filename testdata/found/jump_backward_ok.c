// check: --property assert,memory,race
// expect: PROVED
// As jump_backward_bug.c: the object is the same, so a pointer to it stays good, and what was initialized has its value again.
#include <assert.h>
#include <stddef.h>
int main(void)
{
	int n = 0;
	unsigned char *p = NULL;
again:
	if (p)
		*p = 1;
	unsigned char x = 4;
	unsigned char y;
	y = 1;
	assert(x == 4 && y == 1);
	p = &y;
	if (n++ < 1)
		goto again;
	return 0;
}
