// check: --property assert
// expect: PROVED
// What C allows in the brackets of a parameter: static, qualifiers, a star; with a name and without.
#include <assert.h>

int first(int [static 5]);
int second(int n, int [const]);
int third(int n, const int [static const n]);
int fourth(int n, int a[const *], int [*], int (*)[*], int [restrict static 4]);

int first(int a[static 5]) { return a[4]; }
int second(int n, int a[const]) { return a[n - 1]; }
int third(int n, const int a[const static n]) { return a[n - 1]; }
int fourth(int n, int a[const n], int b[n], int (*c)[n], int d[restrict static 4]) { return a[0] + b[1] + (*c)[2] + d[3]; }

int main(void)
{
	int a[5] = {1, 2, 3, 4, 5};
	assert(first(a) == 5 && second(3, a) == 3 && third(2, a) == 2);
	assert(fourth(5, a, a, &a, a) == 10);
	return 0;
}
