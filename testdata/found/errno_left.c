// check: --property assert
// expect: POSSIBLE assert
// A function that fails leaves its error number, and any function of the library may leave one. errno stayed what the program had put there, and that was PROVED.
#include <assert.h>
#include <errno.h>
#include <stdio.h>

int main(void)
{
	errno = 0;
	FILE *f = fopen("/etc/motd", "r");
	if (!f)
		assert(errno == 0);
	else
		fclose(f);
	return 0;
}
