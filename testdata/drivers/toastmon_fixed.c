// The driver of toastmon.c with its mistake put right: dispatch_power takes the remove lock before it looks whether the device
// is gone, and holds it until it has counted the request.
//
//   heddle check testdata/drivers/toastmon_fixed.c
//
// proves that there is no data race.
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
	pthread_mutex_lock(&e->RemoveLock);
	if (e->DevicePnPState == DELETED) {
		r->status = STATUS_DELETE_PENDING;
	} else {
		e->Requests++;
		r->status = STATUS_SUCCESS;
	}
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
