// check: --property assert
// expect: PROVED
// A null pointer constant takes the type of the other side of a conditional, a void pointer does not: how the kernel asks for constants.
#include <assert.h>

#define IS_CONSTANT(x) (sizeof(int) == sizeof(*(8 ? ((void *)((long)(x) * 0l)) : (int *)8)))
#define MAX(x, y) \
	__builtin_choose_expr(IS_CONSTANT(x) && IS_CONSTANT(y), ((x) > (y) ? (x) : (y)), ({ \
		typeof(x) _a = (x); \
		typeof(y) _b = (y); \
		_a > _b ? _a : _b; \
	}))

int main(void)
{
	int n = 3;
	assert(IS_CONSTANT(5) && !IS_CONSTANT(n));
	int a[MAX(2, 5)], r = MAX(n++, 2);
	assert(sizeof a == 20 && r == 3 && n == 4);
	assert(sizeof *(1 ? (void *)&n : &n) == 1);
	return 0;
}
