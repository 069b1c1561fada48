// check: --property memory --rounds 2 --unwind 2
// expect: BUG out-of-bounds
// The bytes that read() delivers are modelled input, not outside data.
#include <unistd.h>
static int a[8];
int main(void) {
	unsigned char b = 0;
	if (read(0, &b, 1) != 1)
	    return 1;
	a[b] = 1; // out-of-bounds!
	return 0;
}
