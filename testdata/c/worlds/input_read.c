// check: --property memory --rounds 2 --unwind 2
// expect: BUG out-of-bounds
// What read() returns is modelled input, not outside data, so a failing index from it is a BUG (n may be 8).
#include <unistd.h>
int main(void) {
	char buf[8];
	ssize_t n = read(0, buf, sizeof buf);
	if (n < 0)
	    return 1;
	buf[n] = 0; // out-of-bounds!
	return 0;
}
