// check: --property assert
// expect: PROVED
// A variable declared without a value and written before it is read is no input: its old value must not be asked for.
#include <assert.h>
#include <stdarg.h>
int g = 1;
static long sum(int n, ...)
{
	va_list ap;
	va_start(ap, n);
	long s = 0;
	while (n-- > 0)
		s += va_arg(ap, long);
	va_end(ap);
	return s;
}
int main(void)
{
	for (int i = 0; i < 3; i++) {
		int x;
		int *p;
		if (g)
			x = i;
		else
			x = -1;
		p = &g;
		assert(x == i && *p == 1);
	}
	assert(sum(2, 3L, 4L) == 7);
	return 0;
}
