// check: --property assert --rounds 1 --unwind 1
// expect: PROVED
// As check_by_name.c, but by its name the function shows something.
#include <assert.h>

void my_show_equal(int a, int b);

static int n;

int main(void)
{
	n = 1;
	my_show_equal(n, 2);
	assert(n == 1);
	return 0;
}
