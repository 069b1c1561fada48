// check: --property memory --rounds 2 --unwind 2
// expect: PROVED
// The input is checked against the size of the buffer.
#include <unistd.h>
int main(void) {
	char buf[8];
	ssize_t n = read(0, buf, sizeof buf - 1);
	if (n < 0)
	    return 1;
	buf[n] = 0;
	return 0;
}
