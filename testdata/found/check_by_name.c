// check: --property assert --rounds 1 --unwind 1
// expect: UNKNOWN
// By its name the function checks something, and nothing is known of that: that no assertion fails is not said.
#include <assert.h>

void my_assert_equal(int a, int b);

static int n;

int main(void)
{
	n = 1;
	my_assert_equal(n, 2);
	assert(n == 1);
	return 0;
}
