// check: --property assert --data-model ilp32
// expect: PROVED
// 32-bit targets; long long is aligned to 4 in structs there.
#include <assert.h>
#include <stddef.h>

struct s { char c; long l; short h; };
struct t { char c; long long ll; };

int main(void)
{
	unsigned long x = 0xffffffffu;
	assert(sizeof(long) == 4 && sizeof(void *) == 4 && sizeof(size_t) == 4);
	assert(sizeof(struct s) == 12 && offsetof(struct s, h) == 8);
	assert(sizeof(struct t) == 12);
	assert(x + 1 == 0);
	return 0;
}
