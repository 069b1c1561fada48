// check: --platform windows --property race --rounds 1 --unwind 1 --timeout 20s
// expect: BUG race
// Requests to a child that are forwarded to a parallel queue of its parent are served at the same time.
#include <ntddk.h>
#include <wdf.h>

typedef struct _DEVICE_CONTEXT {
	WDFSPINLOCK Lock;
	LONG Count;
} DEVICE_CONTEXT, *PDEVICE_CONTEXT;
WDF_DECLARE_CONTEXT_TYPE_WITH_NAME(DEVICE_CONTEXT, GetContext)

typedef struct _CHILD_CONTEXT {
	WDFQUEUE Parent;
} CHILD_CONTEXT, *PCHILD_CONTEXT;
WDF_DECLARE_CONTEXT_TYPE_WITH_NAME(CHILD_CONTEXT, GetChild)

DRIVER_INITIALIZE DriverEntry;
EVT_WDF_DRIVER_DEVICE_ADD DeviceAdd;
EVT_WDF_IO_QUEUE_IO_DEVICE_CONTROL FromChild, ForChild;

VOID FromChild(WDFQUEUE Queue, WDFREQUEST Request, size_t OutputBufferLength, size_t InputBufferLength, ULONG IoControlCode)
{
	PDEVICE_CONTEXT ctx = GetContext(WdfIoQueueGetDevice(Queue));

	UNREFERENCED_PARAMETER(OutputBufferLength);
	UNREFERENCED_PARAMETER(InputBufferLength);
	UNREFERENCED_PARAMETER(IoControlCode);
	ctx->Count++; // race!
	WdfRequestComplete(Request, STATUS_SUCCESS);
}

VOID ForChild(WDFQUEUE Queue, WDFREQUEST Request, size_t OutputBufferLength, size_t InputBufferLength, ULONG IoControlCode)
{
	WDF_REQUEST_FORWARD_OPTIONS options;
	NTSTATUS status;

	UNREFERENCED_PARAMETER(OutputBufferLength);
	UNREFERENCED_PARAMETER(InputBufferLength);
	UNREFERENCED_PARAMETER(IoControlCode);
	WDF_REQUEST_FORWARD_OPTIONS_INIT(&options);
	status = WdfRequestForwardToParentDeviceIoQueue(Request, GetChild(WdfIoQueueGetDevice(Queue))->Parent, &options);
	if (!NT_SUCCESS(status))
		WdfRequestComplete(Request, status);
}

static NTSTATUS AddChild(WDFDEVICE Device, WDFQUEUE Queue)
{
	PWDFDEVICE_INIT init = WdfPdoInitAllocate(Device);
	WDF_OBJECT_ATTRIBUTES attributes;
	WDF_IO_QUEUE_CONFIG config;
	WDFDEVICE child;
	NTSTATUS status;

	if (!init)
		return STATUS_INSUFFICIENT_RESOURCES;
	WDF_OBJECT_ATTRIBUTES_INIT_CONTEXT_TYPE(&attributes, CHILD_CONTEXT);
	status = WdfDeviceCreate(&init, &attributes, &child);
	if (!NT_SUCCESS(status))
		return status;
	GetChild(child)->Parent = Queue;
	WDF_IO_QUEUE_CONFIG_INIT_DEFAULT_QUEUE(&config, WdfIoQueueDispatchParallel);
	config.EvtIoDeviceControl = ForChild;
	status = WdfIoQueueCreate(child, &config, WDF_NO_OBJECT_ATTRIBUTES, WDF_NO_HANDLE);
	if (NT_SUCCESS(status))
		status = WdfFdoAddStaticChild(Device, child);
	if (!NT_SUCCESS(status))
		WdfObjectDelete(child);
	return status;
}

NTSTATUS DeviceAdd(WDFDRIVER Driver, PWDFDEVICE_INIT DeviceInit)
{
	WDF_OBJECT_ATTRIBUTES attributes;
	WDF_IO_QUEUE_CONFIG config;
	WDFDEVICE device;
	WDFQUEUE queue;
	NTSTATUS status;

	UNREFERENCED_PARAMETER(Driver);
	WDF_OBJECT_ATTRIBUTES_INIT_CONTEXT_TYPE(&attributes, DEVICE_CONTEXT);
	status = WdfDeviceCreate(&DeviceInit, &attributes, &device);
	if (!NT_SUCCESS(status))
		return status;
	WDF_OBJECT_ATTRIBUTES_INIT(&attributes);
	attributes.ParentObject = device;
	status = WdfSpinLockCreate(&attributes, &GetContext(device)->Lock);
	if (!NT_SUCCESS(status))
		return status;
	WDF_IO_QUEUE_CONFIG_INIT(&config, WdfIoQueueDispatchParallel);
	config.EvtIoDeviceControl = FromChild;
	status = WdfIoQueueCreate(device, &config, WDF_NO_OBJECT_ATTRIBUTES, &queue);
	return NT_SUCCESS(status) ? AddChild(device, queue) : status;
}

NTSTATUS DriverEntry(PDRIVER_OBJECT DriverObject, PUNICODE_STRING RegistryPath)
{
	WDF_DRIVER_CONFIG config;

	WDF_DRIVER_CONFIG_INIT(&config, DeviceAdd);
	return WdfDriverCreate(DriverObject, RegistryPath, WDF_NO_OBJECT_ATTRIBUTES, &config, WDF_NO_HANDLE);
}
