// check: --property memory
// expect: BUG use-after-free
// A stream that was closed counted as open, and this was PROVED.
#include <stdio.h>

int main(void)
{
	FILE *f = fopen("log", "w");
	if (!f)
		return 0;
	fclose(f);
	fputs("a", f); // use-after-free!
	return 0;
}
