// check: --property assert
// expect: PROVED
// Trap 8: statics and calloc are zero; memory nobody wrote is arbitrary, but it does not change by itself.
#include <assert.h>
#include <stdlib.h>

static int s;
struct { char c; int i[2]; void *p; } g;

int main(void)
{
	static short t[3];
	unsigned char *heap = malloc(1);
	unsigned char *zero = calloc(2, 1);
	unsigned char a = *heap, b = *heap;
	assert(a == b);
	assert(zero[0] == 0 && zero[1] == 0);
	assert(s == 0 && t[2] == 0 && g.i[1] == 0 && g.p == 0);
	return 0;
}
