// check: --property memory
// expect: BUG out-of-bounds
// An access inside a model is reported at the call.
#include <string.h>

int main(void)
{
	char buf[4];
	strcpy(buf, "four"); // out-of-bounds!
	return buf[0];
}
