// A request that is filled and finished at the same time. `only` leaves B: finish looks at busy while fill stands at A. That input fulfils all preconditions, though the
// execution reads neither r->len nor r->done; busy == 0 takes a run in which finish comes first.
#include <assert.h>
#include <heddle.h>
struct req { int done; int *len; };
static int busy;
static void fill(struct req *r)
{
	busy = 1;
	*r->len = 4;                             // A
	busy = 0;
}
static void finish(struct req *r)
{
	if (heddle_nondet_bool()) assert(!busy); // B
	assert(!r->done);                        // C
	r->done = 1;
}
void test(struct req *r) { heddle_async(fill, r); heddle_async(finish, r); }
