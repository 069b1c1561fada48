// The reference counting of a Bluetooth driver, with the mistake that made it famous.
//
// Requests to the device (add_request) and its removal (stop_device) run at the same time. The device must not be
// stopped while a request is at work: pendingIo counts the requests plus one for the driver itself, and whoever
// brings it to zero signals stoppingEvent, for which stop_device waits.
//
//   heddle check examples/bluetooth.c
//
// finds two things: stoppingFlag is read and written without any synchronization (a data race), and a request that
// was let in just before the flag was set works on a stopped device (the assertion fails). bluetooth_fixed.c is the
// same driver with the order of the two steps in io_increment put right.
#include <heddle.h>
#include <stdbool.h>

typedef struct {
	int pendingIo;
	bool stoppingFlag;
	bool stoppingEvent;
} device_extension;

static device_extension device = {.pendingIo = 1};
static bool stopped; // what the assertion speaks of; no part of the real driver

static int io_increment(device_extension *e)
{
	if (e->stoppingFlag)
		return -1;
	heddle_atomic {
		e->pendingIo++;
	}
	return 0;
}

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
