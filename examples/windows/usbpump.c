// A driver for a USB pump that reads in bulk (KMDF). The read callback makes its request cancelable and sends a request of its own to the pump below; from then on the framework may run the cancel callback
// at the same time. A transfer that was cancelled is completed by whoever is last: the cancel callback, or the end of the transfer. Whoever completes the request ends it for all: its context is gone with it.
//
// If nothing could be sent the read callback completes the request and does not ask whether the cancel callback has begun (SEED), which then writes to what is gone. That takes three switches: the read callback makes the request
// cancelable, the cancel callback begins, the read callback completes, the cancel callback goes on. Where one of them runs in one piece nothing happens, so `--engine rounds --rounds 1` and `--engine kiss` find nothing.
//
//   heddle check --platform windows examples/windows/usbpump.c
//   heddle check --platform windows --engine rounds --rounds 2 --unwind 1 --property memory examples/windows/usbpump.c
#include <ntddk.h>
#include <wdf.h>

#define IOCTL_PUMP_STATISTICS CTL_CODE(FILE_DEVICE_UNKNOWN, 0x800, METHOD_BUFFERED, FILE_READ_ACCESS)

typedef struct _PUMP_CONTEXT {
	WDFIOTARGET Target;
	WDFSPINLOCK Lock; // of Reads and Cancelled, and of Stopped and Ended of all requests
	ULONG Reads;
	ULONG Cancelled;
} PUMP_CONTEXT, *PPUMP_CONTEXT;
WDF_DECLARE_CONTEXT_TYPE_WITH_NAME(PUMP_CONTEXT, PumpGetContext)

typedef struct _PUMP_REQUEST {
	PPUMP_CONTEXT Pump;
	BOOLEAN Stopped; // the cancel callback is through
	BOOLEAN Ended;   // the transfer is over
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
EVT_WDF_REQUEST_COMPLETION_ROUTINE PumpTransferred;

VOID PumpCancel(_In_ WDFREQUEST Request)
{
	PPUMP_REQUEST context = PumpGetRequest(Request);
	PPUMP_CONTEXT pump = context->Pump;
	BOOLEAN last;

	WdfSpinLockAcquire(pump->Lock);
	context->Stopped = TRUE;
	last = context->Ended;
	pump->Cancelled++;
	WdfSpinLockRelease(pump->Lock);
	if (last)
		WdfRequestComplete(Request, STATUS_CANCELLED);
}

// The transfer of a request is over. If the cancel callback has begun it completes the request, unless it is through already.
static VOID PumpEnd(PPUMP_CONTEXT pump, WDFREQUEST Request, NTSTATUS status, size_t transferred)
{
	PPUMP_REQUEST context = PumpGetRequest(Request);
	BOOLEAN last;

	if (WdfRequestUnmarkCancelable(Request) != STATUS_CANCELLED) {
		WdfRequestCompleteWithInformation(Request, status, transferred);
		return;
	}
	WdfSpinLockAcquire(pump->Lock);
	context->Ended = TRUE;
	last = context->Stopped;
	WdfSpinLockRelease(pump->Lock);
	if (last)
		WdfRequestComplete(Request, STATUS_CANCELLED);
}

VOID PumpTransferred(_In_ WDFREQUEST Transfer, _In_ WDFIOTARGET Target, _In_ PWDF_REQUEST_COMPLETION_PARAMS Params, _In_ WDFCONTEXT Context)
{
	WDFREQUEST request = (WDFREQUEST)Context;
	NTSTATUS status = Params->IoStatus.Status;
	size_t transferred = NT_SUCCESS(status) ? Params->IoStatus.Information : 0;

	UNREFERENCED_PARAMETER(Target);
	WdfObjectDelete(Transfer);
	PumpEnd(PumpGetRequest(request)->Pump, request, status, transferred);
}

// Sends a request of the driver's own that reads into the buffer of the one that came.
static NTSTATUS PumpSend(PPUMP_CONTEXT pump, WDFREQUEST Request)
{
	WDFREQUEST transfer;
	WDFMEMORY memory;
	NTSTATUS status;

	status = WdfRequestRetrieveOutputMemory(Request, &memory);
	if (!NT_SUCCESS(status))
		return status;
	status = WdfRequestCreate(WDF_NO_OBJECT_ATTRIBUTES, pump->Target, &transfer);
	if (!NT_SUCCESS(status))
		return status;
	status = WdfIoTargetFormatRequestForRead(pump->Target, transfer, memory, NULL, NULL);
	if (NT_SUCCESS(status)) {
		WdfRequestSetCompletionRoutine(transfer, PumpTransferred, Request);
		if (WdfRequestSend(transfer, pump->Target, WDF_NO_SEND_OPTIONS))
			return STATUS_SUCCESS;
		status = WdfRequestGetStatus(transfer);
	}
	WdfObjectDelete(transfer);
	return status;
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
	WdfSpinLockAcquire(pump->Lock);
	pump->Reads++;
	WdfSpinLockRelease(pump->Lock);
	context->Pump = pump;
	status = WdfRequestMarkCancelableEx(Request, PumpCancel);
	if (!NT_SUCCESS(status)) {
		WdfRequestComplete(Request, status);
		return;
	}
	status = PumpSend(pump, Request);
	if (!NT_SUCCESS(status))
		WdfRequestComplete(Request, status); // SEED
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
	pump->Target = WdfDeviceGetIoTarget(device);
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
