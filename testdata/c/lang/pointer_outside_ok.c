// check: --property assert --data-model ilp32
// expect: PROVED
// A pointer may leave its object and come back, as long as it stays in the address space.
#include <assert.h>
#include <stddef.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

struct link { struct link *next; };
struct item { int a, b; struct link l; };

int a[4] = {10, 11, 12, 13};

int main(void)
{
	int n = __VERIFIER_nondet_uchar() & 3;
	int local[4] = {20, 21, 22, 23};
	struct item it = {1, 2, {0}};

	assert(*(&a[-1] + 1) == 10);     // nofail
	assert(*(&local[-1] + 1) == 20); // nofail
	assert((&a[n] - 3)[3 - n] == 10); // nofail

	int *p = &local[3], seen = 0;
	for (; p != local - 1; p--)
		seen++;
	assert(seen == 4); // nofail
	p++;
	assert(*p == 20); // nofail
	p -= n + 1;
	assert(p[n + 1] == 20); // nofail

	struct link *l = &it.l;
	struct item *i = (struct item *)((char *)l - offsetof(struct item, l));
	assert(i->b == 2); // nofail
	return 0;
}
