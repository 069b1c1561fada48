// check: --property memory
// expect: BUG use-after-free
// fflush takes a null pointer, and no closed stream.
#include <stdio.h>

int main(void)
{
	FILE *f = popen("ls", "r");
	if (!f)
		return 0;
	pclose(f);
	fflush(f); // use-after-free!
	return 0;
}
