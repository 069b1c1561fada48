// What the drivers of this folder are given: requests, and the cancel routine that the system calls in a thread of its own. A request that was completed belongs to
// somebody else: with -DCANCEL every use of one checks that (the property "Cancel"); null pointers are the property "NullDeref", which needs no checks in the source.
#include <heddle.h>
#include <pthread.h>

#ifndef BUG
#define BUG 0
#endif
#ifdef CANCEL
#define TOUCH(irp) heddle_assert(!(irp)->completed)
#else
#define TOUCH(irp) ((void)(irp))
#endif
#define COMPLETE(irp) do { TOUCH(irp); (irp)->completed = 1; } while (0)

enum { NEW, PENDING, DONE, CANCELLED, TOO_SMALL };

struct stack { short major, length; };
struct irp { char completed, cancelable; short status, length; struct stack *stack; struct irp *next; };

static char set_cancel(struct irp *irp)
{
	char old;
	heddle_atomic { old = irp->cancelable; irp->cancelable = 1; }
	return old;
}

static char clear_cancel(struct irp *irp)
{
	char old;
	heddle_atomic { old = irp->cancelable; irp->cancelable = 0; }
	return old;
}
