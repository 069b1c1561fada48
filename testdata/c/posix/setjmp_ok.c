// check: --property assert
// expect: PROVED
// A program that could jump and does not.
#include <assert.h>
#include <setjmp.h>

static jmp_buf env;
static int n;

int main(void) {
	if (setjmp(env) == 0)
		n++;
	else
		n = 100;
	assert(n == 1);
	return 0;
}
