// check: --property assert
// expect: BUG assert
// The c of the body is the variable, not the parameter of the function that the result points to.
#include <assert.h>

static int c = 5;

static int sum(int a, int b) { return a + b; }

static int (*f(int a))(int c, int b)
{
	assert(c == 6); // fail!
	return sum;
}

int main(void) { return f(1)(2, 3) == 5; }
