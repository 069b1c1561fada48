// check: --property assert,memory
// expect: BUG out-of-bounds
#include <unistd.h>

static int table[200];

int main(void) {
	unsigned char b[3];
	if (read(0, b, sizeof b) != (long)sizeof b)
		return 0;
	table[b[2]]++; // out-of-bounds!
	return 0;
}
