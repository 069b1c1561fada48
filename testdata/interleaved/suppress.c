// The situation of Fig. 1, with a flag in place of the function pointer: a request that the driver completes twice. On an input that was completed before, the check fails
// whoever runs first, and whoever suppresses the check because of that misses the third way, where the cancel routine runs between the test and the completion.
#include <assert.h>
#include <heddle.h>
struct irp { int completed; int cancel_routine; };
static void complete(struct irp *p)
{
	assert(!p->completed);             // interleaved!
	p->completed = 1;
}
static void cancel(struct irp *p)
{
	int set;
	heddle_atomic { set = p->cancel_routine; p->cancel_routine = 0; }
	if (set) complete(p);
}
static void start(struct irp *p)
{
	p->cancel_routine = 1;
	int set = p->cancel_routine;
	p->cancel_routine = 0;             // the exchange is not one step
	if (set) complete(p);
}
void test(struct irp *p)
{
	heddle_async(start, p);
	heddle_async(cancel, p);
}
