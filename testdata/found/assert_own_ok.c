// check: --property assert
// expect: PROVED
// The program's own assert does what it says: it ends the process, which is no failure.
#include <stdlib.h>
static void assert(int c)
{
	if (!c)
		exit(1);
}
int main(void)
{
	assert(0);
	return 0;
}
