// check: --property assert
// expect: PROVED
// The parameters of the function that a returned pointer points to have names of their own: b is the one of f, c the
// variable. The program was refused, and without the second b the c of the body was no variable.
#include <assert.h>

static int c = 5;

static int sum(int a, int b) { return a + b; }
int (*declared(int a, int b))(int c, int b);

static int (*f(int a, int b))(int c, int b)
{
	assert(a == 1 && b == 2);
	assert(c == 5);
	return sum;
}

static int (*(*g(int a))(int b, int a))(int a, int)
{
	assert(a == 7);
	return f;
}

static int (*h(int n))(int n, int a[n][n])
{
	assert(n == 4);
	return 0;
}

int main(void)
{
	int a = 3, b = 4;
	assert((*f(1, 2))(a, b) == 7);
	assert(g(7)(1, 2)(2, 3) == 5);
	assert(h(4) == 0);
	return 0;
}
