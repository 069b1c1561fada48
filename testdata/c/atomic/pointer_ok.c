// check: --property assert
// expect: PROVED
// The builtins add bytes to a pointer, the operators of C add elements.
#include <assert.h>

static int a[4], *p = a;
static _Atomic(int *) q = a;

int main(void)
{
	__sync_fetch_and_add(&p, 4);
	assert(p == a + 1);
	__atomic_fetch_add(&p, 4, __ATOMIC_SEQ_CST);
	assert(p == a + 2);
	q++;
	q += 2;
	assert(q == a + 3);
	int *old = q--;
	assert(old == a + 3 && q == a + 2);
	return 0;
}
