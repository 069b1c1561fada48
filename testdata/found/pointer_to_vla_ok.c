// check: --property assert,memory
// expect: PROVED
// The length in a variably modified type is that of the moment of its declaration, also for a pointer that stays in a
// register. It was read anew at each use.
#include <assert.h>
int two(void)
{
	return 2;
}
static void param(int n, int (*row)[n + 1])
{
	n = 60;
	assert(sizeof *row == 3 * sizeof(int));
	assert(row[1][0] == 7);
}
int main(void)
{
	int n = two();
	int a[n][n + 1];
	int(*row)[n + 1] = a;
	int(*last)[n + 1];
	n = 50;
	last = row + 1;
	(*last)[0] = 7;
	assert(a[1][0] == 7 && sizeof a == 6 * sizeof(int) && sizeof *row == 3 * sizeof(int));
	param(two(), a);
	return 0;
}
