// check: --property memory --may-fail
// expect: BUG null-deref
// With --may-fail malloc may return null.
#include <stdlib.h>

int main(void)
{
	int *p = malloc(sizeof *p);
	*p = 1; // null-deref!
	free(p);
	return 0;
}
