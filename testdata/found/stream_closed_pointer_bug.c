// check: --property memory
// expect: BUG use-after-free
// Nothing looks at the stream of a function that is called through a pointer: the bug is not found, and nothing is proved.
// expect[explore]: UNKNOWN
// expect[rounds]: BOUNDED
// expect[kiss]: BOUNDED
#include <stdio.h>

int main(void)
{
	int (*put)(int, FILE *) = fputc;
	FILE *f = fopen("log", "w");
	if (!f)
		return 0;
	fclose(f);
	put('x', f);
	return 0;
}
