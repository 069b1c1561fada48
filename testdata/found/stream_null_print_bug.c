// check: --property memory
// expect: BUG null-deref
// As stream_null_bug.c, for a function whose model does nothing.
#include <stdio.h>

int main(void)
{
	FILE *f = fopen("log", "w");
	fprintf(f, "%d\n", 1); // null-deref!
	return 0;
}
