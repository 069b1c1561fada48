// check: --property memory
// expect: BUG double-free
#include <stdio.h>

int main(void)
{
	FILE *in = stdin;
	fclose(stdin);
	fclose(in); // double-free!
	return 0;
}
