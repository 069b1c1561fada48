// Fig. 4: two functions with one input. look fails on a null pointer only if its choice lets it; a run in which it does not look would let the input pass (Fig. 3). What is left is the sum that should be
// a difference.
#include <assert.h>
#include <heddle.h>
struct st { int x, y; };
static struct st *p;
void look(void)
{
	if (heddle_nondet_int()) p->x = 0;
}
void use(void)
{
	int t;
	p->x = 0;
	if (p->y > p->x) t = p->y - p->x;
	else t = p->x + p->y;
	assert(t >= 0);                    // left!
}
