// The situation of Fig. 11: the pointer is followed only after cancel has run, so a null one fails sequentially only if read waits until then.
#include <heddle.h>
struct irp { int b; int cancel; int *ptr; };
static void read_(struct irp *p)
{
	if (p->b || p->cancel) *p->ptr = 1;
}
static void cancel(struct irp *p) { p->cancel = 1; }
void test(struct irp *p)
{
	heddle_async(read_, p);
	heddle_async(cancel, p);
}
