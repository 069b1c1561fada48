// A driver that watches toasters, with one read too many outside its lock.
//
// The operating system calls the dispatch routines of a driver at any time, also two at once. What they share is the device
// extension. Its field DevicePnPState says how far the device has been started or removed; the routine for Plug and Play
// requests (dispatch_pnp) reads and writes it under the remove lock, and so does every other routine but one: the routine
// for power requests (dispatch_power) looks whether the device is gone before it takes the lock.
//
//   heddle check --property race --engine kiss testdata/drivers/toastmon.c
//
// looks at each field by itself and shows the two accesses: the read in dispatch_power and a write in dispatch_pnp. The count
// of requests is in order. In toastmon_fixed.c the read is done under the lock.
#include <heddle.h>
#include <pthread.h>

enum pnp_state { NOT_STARTED, STARTED, STOP_PENDING, DELETED };

enum minor { START_DEVICE, QUERY_STOP_DEVICE, CANCEL_STOP_DEVICE, REMOVE_DEVICE };

enum { STATUS_SUCCESS = 0, STATUS_DELETE_PENDING = -1, STATUS_UNKNOWN_REQUEST = -2 };

typedef struct {
	pthread_mutex_t RemoveLock;
	enum pnp_state DevicePnPState;
	int Requests; // how many were handed on to the device below
} device_extension;

typedef struct {
	unsigned char minor;
	int status;
} request;

static device_extension toaster = {.RemoveLock = PTHREAD_MUTEX_INITIALIZER};

static int dispatch_pnp(device_extension *e, request *r)
{
	pthread_mutex_lock(&e->RemoveLock);
	e->Requests++;
	r->status = STATUS_SUCCESS;
	switch (r->minor) {
	case START_DEVICE:
		e->DevicePnPState = STARTED;
		break;
	case QUERY_STOP_DEVICE:
		e->DevicePnPState = STOP_PENDING;
		break;
	case CANCEL_STOP_DEVICE:
		if (e->DevicePnPState == STOP_PENDING)
			e->DevicePnPState = STARTED;
		break;
	case REMOVE_DEVICE:
		e->DevicePnPState = DELETED;
		break;
	default:
		r->status = STATUS_UNKNOWN_REQUEST;
	}
	pthread_mutex_unlock(&e->RemoveLock);
	return r->status;
}

static int dispatch_power(device_extension *e, request *r)
{
	if (e->DevicePnPState == DELETED) { // nothing keeps dispatch_pnp from writing it now
		r->status = STATUS_DELETE_PENDING;
		return r->status;
	}
	pthread_mutex_lock(&e->RemoveLock);
	e->Requests++;
	r->status = STATUS_SUCCESS;
	pthread_mutex_unlock(&e->RemoveLock);
	return r->status;
}

static void *power_manager(void *arg)
{
	request r = {0};
	dispatch_power(arg, &r);
	return 0;
}

int main(void)
{
	pthread_t power;
	request r = {.minor = heddle_nondet_uchar()};
	pthread_create(&power, 0, power_manager, &toaster);
	dispatch_pnp(&toaster, &r);
	pthread_join(power, 0);
	return 0;
}
