// The situation of Fig. 2: two requests that may be one. Every failure is that of an input whose requests are the same, completed already, or not there. If they are the
// same and only the read completes it, the write has to come second, so AsyncAsSync alone would leave a false alarm.
#include <assert.h>
#include <heddle.h>
struct irp { int completed; int write_length; int read_length; };
static void write_(struct irp *p)
{
	assert(!p->completed);
	if (p->write_length == 0) p->completed = 1;
}
static void read_(struct irp *p)
{
	assert(!p->completed);
	if (p->read_length == 0) p->completed = 1;
}
void test(struct irp *irp1, struct irp *irp2)
{
	heddle_async(write_, irp1);
	heddle_async(read_, irp2);
}
