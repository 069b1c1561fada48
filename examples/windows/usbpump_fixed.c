// A driver for a USB pump that reads in bulk (KMDF). The read callback makes its request cancelable, tells the timer about it and goes on working on it; from then on the framework may run the cancel
// callback at the same time. Whoever completes the request ends it for all: its context is gone with it.
//
// In usbpump.c nobody asks who owns the request; here whoever takes it out of its cancelable state completes it.
//
//   heddle check --platform windows examples/windows/usbpump_fixed.c
#include <ntddk.h>
#include <wdf.h>

#define PUMP_CHUNK 64
#define IOCTL_PUMP_STATISTICS CTL_CODE(FILE_DEVICE_UNKNOWN, 0x800, METHOD_BUFFERED, FILE_READ_ACCESS)

typedef struct _PUMP_CONTEXT {
	WDFDEVICE Device;
	WDFSPINLOCK Lock; // of Reads and Cancelled
	ULONG Reads;
	ULONG Cancelled;
} PUMP_CONTEXT, *PPUMP_CONTEXT;
WDF_DECLARE_CONTEXT_TYPE_WITH_NAME(PUMP_CONTEXT, PumpGetContext)

typedef struct _PUMP_REQUEST {
	size_t Length;
	size_t Transferred;
} PUMP_REQUEST, *PPUMP_REQUEST;
WDF_DECLARE_CONTEXT_TYPE_WITH_NAME(PUMP_REQUEST, PumpGetRequest)

typedef struct _PUMP_STATISTICS {
	ULONG Reads;
	ULONG Cancelled;
} PUMP_STATISTICS, *PPUMP_STATISTICS;

DRIVER_INITIALIZE DriverEntry;
EVT_WDF_DRIVER_DEVICE_ADD PumpDeviceAdd;
EVT_WDF_IO_QUEUE_IO_READ PumpRead;
EVT_WDF_IO_QUEUE_IO_DEVICE_CONTROL PumpControl;
EVT_WDF_REQUEST_CANCEL PumpCancel;

static VOID PumpCount(PPUMP_CONTEXT pump, BOOLEAN cancelled)
{
	WdfSpinLockAcquire(pump->Lock);
	if (cancelled)
		pump->Cancelled++;
	else
		pump->Reads++;
	WdfSpinLockRelease(pump->Lock);
}

VOID PumpCancel(_In_ WDFREQUEST Request)
{
	PPUMP_CONTEXT pump = PumpGetContext(WdfIoQueueGetDevice(WdfRequestGetIoQueue(Request)));
	PPUMP_REQUEST context = PumpGetRequest(Request);
	size_t transferred = context->Transferred;

	PumpCount(pump, TRUE);
	WdfRequestCompleteWithInformation(Request, STATUS_CANCELLED, transferred);
}

VOID PumpRead(_In_ WDFQUEUE Queue, _In_ WDFREQUEST Request, _In_ size_t Length)
{
	PPUMP_CONTEXT pump = PumpGetContext(WdfIoQueueGetDevice(Queue));
	PPUMP_REQUEST context = PumpGetRequest(Request);
	NTSTATUS status;

	if (Length == 0) {
		WdfRequestComplete(Request, STATUS_SUCCESS);
		return;
	}
	context->Length = Length;
	context->Transferred = min(Length, PUMP_CHUNK);
	WdfObjectReference(Request); // the cancel callback may complete it before it is asked for again
	status = WdfRequestMarkCancelableEx(Request, PumpCancel);
	if (!NT_SUCCESS(status)) {
		WdfRequestComplete(Request, status);
	} else {
		PumpCount(pump, FALSE);
		if (WdfRequestUnmarkCancelable(Request) != STATUS_CANCELLED)
			WdfRequestCompleteWithInformation(Request, STATUS_SUCCESS, min(Length, PUMP_CHUNK));
	}
	WdfObjectDereference(Request);
}

VOID PumpControl(_In_ WDFQUEUE Queue, _In_ WDFREQUEST Request, _In_ size_t OutputBufferLength, _In_ size_t InputBufferLength, _In_ ULONG IoControlCode)
{
	PPUMP_CONTEXT pump = PumpGetContext(WdfIoQueueGetDevice(Queue));
	PPUMP_STATISTICS statistics;
	NTSTATUS status;

	UNREFERENCED_PARAMETER(OutputBufferLength);
	UNREFERENCED_PARAMETER(InputBufferLength);
	if (IoControlCode != IOCTL_PUMP_STATISTICS) {
		WdfRequestComplete(Request, STATUS_INVALID_DEVICE_REQUEST);
		return;
	}
	status = WdfRequestRetrieveOutputBuffer(Request, sizeof(*statistics), (PVOID *)&statistics, NULL);
	if (!NT_SUCCESS(status)) {
		WdfRequestComplete(Request, status);
		return;
	}
	WdfSpinLockAcquire(pump->Lock);
	statistics->Reads = pump->Reads;
	statistics->Cancelled = pump->Cancelled;
	WdfSpinLockRelease(pump->Lock);
	WdfRequestCompleteWithInformation(Request, STATUS_SUCCESS, sizeof(*statistics));
}

NTSTATUS PumpDeviceAdd(_In_ WDFDRIVER Driver, _Inout_ PWDFDEVICE_INIT DeviceInit)
{
	WDF_OBJECT_ATTRIBUTES attributes;
	WDF_IO_QUEUE_CONFIG config;
	PPUMP_CONTEXT pump;
	WDFDEVICE device;
	NTSTATUS status;

	UNREFERENCED_PARAMETER(Driver);
	WdfDeviceInitSetIoType(DeviceInit, WdfDeviceIoBuffered);
	WDF_OBJECT_ATTRIBUTES_INIT_CONTEXT_TYPE(&attributes, PUMP_REQUEST);
	WdfDeviceInitSetRequestAttributes(DeviceInit, &attributes);
	WDF_OBJECT_ATTRIBUTES_INIT_CONTEXT_TYPE(&attributes, PUMP_CONTEXT);
	status = WdfDeviceCreate(&DeviceInit, &attributes, &device);
	if (!NT_SUCCESS(status))
		return status;
	pump = PumpGetContext(device);
	pump->Device = device;
	WDF_OBJECT_ATTRIBUTES_INIT(&attributes);
	attributes.ParentObject = device;
	status = WdfSpinLockCreate(&attributes, &pump->Lock);
	if (!NT_SUCCESS(status))
		return status;
	WDF_IO_QUEUE_CONFIG_INIT_DEFAULT_QUEUE(&config, WdfIoQueueDispatchParallel);
	config.EvtIoRead = PumpRead;
	config.EvtIoDeviceControl = PumpControl;
	return WdfIoQueueCreate(device, &config, WDF_NO_OBJECT_ATTRIBUTES, NULL);
}

NTSTATUS DriverEntry(_In_ PDRIVER_OBJECT DriverObject, _In_ PUNICODE_STRING RegistryPath)
{
	WDF_DRIVER_CONFIG config;

	WDF_DRIVER_CONFIG_INIT(&config, PumpDeviceAdd);
	return WdfDriverCreate(DriverObject, RegistryPath, WDF_NO_OBJECT_ATTRIBUTES, &config, WDF_NO_HANDLE);
}
