// check: --property assert
// expect: PROVED
// expect[explore]: BOUNDED
// Trap 6: a pointer kept in an integer and brought back. The integer decides nothing by itself, but explore does not follow it through memory
// and says that its answer holds for one layout.
#include <assert.h>
#include <stdint.h>

struct { char tag, rest[3]; } o;
uintptr_t where;

int main(void)
{
	where = (uintptr_t)&o.tag;
	*(char *)where = 3;
	((char *)where)[1] = 4;
	assert(o.tag == 3 && o.rest[0] == 4);
	return 0;
}
