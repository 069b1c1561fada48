// check: --property assert
// expect: PROVED
// Two buffers, and a function between them that has one of its own.
#include <assert.h>
#include <setjmp.h>

static jmp_buf outer, inner;
static int n;

static void between(void)
{
	if (setjmp(inner) == 0)
		longjmp(inner, 1);
	n++;
	longjmp(outer, 2);
}

int main(void)
{
	int r = setjmp(outer);
	if (r == 0)
		between();
	assert(r == 2 && n == 1);
	return 0;
}
