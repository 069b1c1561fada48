// A read request of a USB driver and its cancellation, with the use-after-complete that needs three context switches.
//
// The dispatch routine (evt_io_read) makes a request cancelable and goes on working on it; from then on the framework may
// run the cancel routine (evt_request_cancel) at the same time. Both look at the request, both may complete it, and a
// request that was completed belongs to the framework again: nobody may touch it.
//
//   heddle check testdata/drivers/usbsamp.c
//
// finds that the dispatch routine may complete the request after the cancel routine began and before it reads the request's
// context: main enables cancellation (switch), the cancel routine starts (switch), the dispatch routine completes the
// request (switch), the cancel routine reads what is no longer there. In usbsamp_fixed.c whoever takes the request out of its
// cancelable state first owns it.
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
	}
	request_context *c = request_get_context(r);
	heddle_atomic {
		c->transferred = 0;
	}
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
	if (status != STATUS_SUCCESS)
		request_complete(r, status);
}

static request pending;

int main(void)
{
	heddle_async(evt_request_cancel, &pending);
	evt_io_read(&pending, heddle_nondet_int());
	return 0;
}
