// check: --property assert,memory
// expect: PROVED
// expect[explore]: UNKNOWN inputs wider than 8 bits
// expect[rounds]: BOUNDED
// Trap: a byte that was read is anything, but it is the same in both uses, and fits into a table of 256. Explore takes the three as one where they are copied; rounds does
// not follow the life of errno.
#include <assert.h>
#include <string.h>
#include <unistd.h>

static int table[256];

int main(void) {
	unsigned char b[3], c[3];
	if (read(0, b, sizeof b) != (long)sizeof b)
		return 0;
	memcpy(c, b, sizeof c);
	table[b[2]]++;
	assert(table[c[2]] == 1);
	return 0;
}
