// check: --property assert
// expect: PROVED
// The default data model.
#include <assert.h>
#include <stddef.h>

struct s { char c; long l; short h; };

int main(void)
{
	assert(sizeof(long) == 8 && sizeof(void *) == 8 && sizeof(size_t) == 8);
	assert(sizeof(struct s) == 24 && offsetof(struct s, h) == 16);
	return 0;
}
