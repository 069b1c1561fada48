// check: --property memory
// expect: PROVED
// The terminating zero fits.
#include <string.h>

int main(void)
{
	char buf[5];
	strcpy(buf, "four");
	return strlen(buf) - 4;
}
