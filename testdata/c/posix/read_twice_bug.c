// check: --property assert
// expect: BUG assert
// expect[explore]: UNKNOWN inputs wider than 8 bits
// Trap: two reads into one buffer bring different bytes, and a copy keeps those of the first.
#include <assert.h>
#include <string.h>
#include <unistd.h>

static char big[3000], other[3000];

int main(void) {
	if (read(0, big, sizeof big) != (long)sizeof big)
		return 0;
	memcpy(other, big, sizeof other);
	if (read(0, big, sizeof big) != (long)sizeof big)
		return 0;
	assert(other[2900] != 'a' || big[2900] != 'b' || other[1] != big[1] || memchr(big + 2500, 'q', 20) != big + 2510); // fail!
	return 0;
}
