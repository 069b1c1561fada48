// The driver of usbsamp.c with its use-after-complete put right: whoever takes the request out of its cancelable state owns it.
//
// request_unmark_cancelable tells the dispatch routine whether the cancel routine was first; the loser does not touch the
// request any more. heddle proves it:
//
//   heddle check testdata/drivers/usbsamp_fixed.c
#include <heddle.h>
#include <stdbool.h>
#include <stddef.h>

typedef struct {
	int length;
	int transferred;
} request_context;

typedef struct {
	bool cancelable; // the framework may run the cancel routine
	bool completed;  // the request has gone back to the framework
	int status;
	request_context context;
} request;

enum { STATUS_SUCCESS = 0, STATUS_CANCELLED = -1, STATUS_INVALID = -2 };

// What the framework gives to drivers; each of its routines takes a request that has not been completed.

static void request_mark_cancelable(request *r)
{
	heddle_atomic {
		heddle_assert(!r->completed);
		r->cancelable = true;
	}
}

// It says whether the request was still cancelable: if not, the cancel routine has it.
static bool request_unmark_cancelable(request *r)
{
	bool was;
	heddle_atomic {
		was = r->cancelable;
		if (was) {
			heddle_assert(!r->completed);
			r->cancelable = false;
		}
	}
	return was;
}

static request_context *request_get_context(request *r)
{
	heddle_atomic {
		heddle_assert(!r->completed);
	}
	return &r->context;
}

static void request_complete(request *r, int status)
{
	heddle_atomic {
		heddle_assert(!r->completed);
		r->status = status;
		r->completed = true;
	}
}

// The driver.

static void evt_request_cancel(request *r)
{
	heddle_atomic {
		// The framework cancels only what is cancelable and not completed.
		heddle_assume(r->cancelable && !r->completed);
		r->cancelable = false;
	}
	request_context *c = request_get_context(r);
	heddle_atomic {
		c->transferred = 0;
	}
	request_complete(r, STATUS_CANCELLED);
}

static void evt_io_read(request *r, int length)
{
	int status = STATUS_SUCCESS;
	request_context *c = request_get_context(r);
	heddle_atomic {
		c->length = length;
	}
	request_mark_cancelable(r);
	if (length == 0)
		status = STATUS_INVALID;
	if (status != STATUS_SUCCESS && request_unmark_cancelable(r))
		request_complete(r, status);
}

static request pending;

int main(void)
{
	heddle_async(evt_request_cancel, &pending);
	evt_io_read(&pending, heddle_nondet_int());
	return 0;
}
