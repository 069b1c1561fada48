// check: --property memory --rounds 2 --unwind 2
// expect: POSSIBLE null-deref
// A pointer result is never null in the friendly world; the failure needs the hostile choice that xmalloc returns NULL.
#include <stddef.h>
void *xmalloc(unsigned long size);
int main(void) {
	int *a = xmalloc(10 * sizeof *a);
	a[0] = 1; // null-deref!
	return 0;
}
