// The situation of Fig. 4: the filter fails on a null pointer only if a choice lets it look. The inputs that fail by some choice are filtered all the same, and what is left
// is the sum that should be a difference.
#include <assert.h>
#include <heddle.h>
struct st { int x, y; };
static int ready;
static void look(struct st *p)
{
	if (heddle_nondet_int() > 5) p->x = 0;
	ready = 1;
}
static void use(struct st *p)
{
	if (ready) return;
	if (p->x == 0) {
		int was = p->x;
		if (ready) assert(was == 1);   // interleaved!
	}
}
void test(struct st *p)
{
	heddle_async(look, p);
	heddle_async(use, p);
}
