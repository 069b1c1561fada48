// check: --property assert,memory
// expect: PROVED
// Everything is read before anything is written, whichever way the two overlap.
#include <assert.h>
#include <string.h>

char a[3000];

int main(void)
{
	for (int i = 0; i < 8; i++)
		a[i] = i + 1;
	memmove(a + 1, a, 2999);
	assert(a[0] == 1 && a[1] == 1 && a[2] == 2 && a[8] == 8 && a[9] == 0);
	memmove(a, a + 2, 2998);
	assert(a[0] == 2 && a[5] == 7 && a[6] == 8 && a[7] == 0);
	return 0;
}
