// The driver of bluetooth.c, repaired: a request counts itself first and looks at the flag afterwards, and the flag is
// read and written atomically.
//
//   heddle check examples/bluetooth_fixed.c
#include <heddle.h>
#include <stdatomic.h>
#include <stdbool.h>

typedef struct {
	int pendingIo;
	atomic_bool stoppingFlag;
	bool stoppingEvent;
} device_extension;

static device_extension device = {.pendingIo = 1};
static bool stopped; // what the assertion speaks of; no part of the real driver

static void io_decrement(device_extension *e)
{
	int left;
	heddle_atomic {
		e->pendingIo--;
		left = e->pendingIo;
	}
	if (left == 0) {
		heddle_atomic {
			e->stoppingEvent = true;
		}
	}
}

static int io_increment(device_extension *e)
{
	heddle_atomic {
		e->pendingIo++;
	}
	if (e->stoppingFlag) {
		io_decrement(e);
		return -1;
	}
	return 0;
}

static void add_request(device_extension *e)
{
	if (io_increment(e) < 0)
		return;
	heddle_atomic {
		heddle_assert(!stopped); // the request works on the device here
	}
	io_decrement(e);
}

static void stop_device(device_extension *e)
{
	e->stoppingFlag = true;
	io_decrement(e);
	heddle_atomic {
		heddle_assume(e->stoppingEvent);
	}
	heddle_atomic {
		stopped = true;
	}
}

int main(void)
{
	heddle_async(stop_device, &device);
	add_request(&device);
	return 0;
}
