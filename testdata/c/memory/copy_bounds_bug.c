// check: --property memory
// expect: BUG out-of-bounds
// Too long for what is read, not for what is written; and an empty copy is valid wherever it points.
#include <string.h>

char large[9000];

int main(void)
{
	char small[100];
	memset(small, 1, sizeof small);
	memcpy(0, small, 0);
	memcpy(large, small, 101); // out-of-bounds!
	return large[0];
}
