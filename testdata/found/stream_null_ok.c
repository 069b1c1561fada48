// check: --property memory
// expect: PROVED
// The twin of stream_null_bug.c. fflush takes a null pointer, and the standard streams are there.
#include <stdio.h>

int main(void)
{
	FILE *f = fopen("log", "w");
	FILE *to = f ? f : stdout;
	fputs("start\n", to);
	fprintf(stderr, "%d\n", 1);
	fflush(NULL);
	if (f)
		fclose(f);
	return 0;
}
