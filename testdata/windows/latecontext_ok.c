// check: --platform windows --property race --rounds 1 --unwind 1 --timeout 20s
// expect: PROVED
// A context that is allocated later is the context of the object.
#include <ntddk.h>
#include <wdf.h>

typedef struct _DEVICE_CONTEXT {
	WDFSPINLOCK Lock;
	LONG Count;
} DEVICE_CONTEXT, *PDEVICE_CONTEXT;
WDF_DECLARE_CONTEXT_TYPE_WITH_NAME(DEVICE_CONTEXT, GetContext)

DRIVER_INITIALIZE DriverEntry;
EVT_WDF_DRIVER_DEVICE_ADD DeviceAdd;
EVT_WDF_IO_QUEUE_IO_DEVICE_CONTROL Control;
EVT_WDF_IO_QUEUE_IO_READ Read;

VOID Control(WDFQUEUE Queue, WDFREQUEST Request, size_t OutputBufferLength, size_t InputBufferLength, ULONG IoControlCode)
{
	UNREFERENCED_PARAMETER(OutputBufferLength);
	UNREFERENCED_PARAMETER(InputBufferLength);
	UNREFERENCED_PARAMETER(IoControlCode);
	WdfSpinLockAcquire(GetContext(WdfIoQueueGetDevice(Queue))->Lock);
	GetContext(WdfIoQueueGetDevice(Queue))->Count++;
	WdfSpinLockRelease(GetContext(WdfIoQueueGetDevice(Queue))->Lock);
	WdfRequestComplete(Request, STATUS_SUCCESS);
}

VOID Read(WDFQUEUE Queue, WDFREQUEST Request, size_t Length)
{
	UNREFERENCED_PARAMETER(Length);
	WdfSpinLockAcquire(GetContext(WdfIoQueueGetDevice(Queue))->Lock);
	GetContext(WdfIoQueueGetDevice(Queue))->Count--;
	WdfSpinLockRelease(GetContext(WdfIoQueueGetDevice(Queue))->Lock);
	WdfRequestComplete(Request, STATUS_SUCCESS);
}

NTSTATUS DeviceAdd(WDFDRIVER Driver, PWDFDEVICE_INIT DeviceInit)
{
	WDF_OBJECT_ATTRIBUTES attributes;
	WDF_IO_QUEUE_CONFIG config;
	WDFDEVICE device;
	WDFQUEUE queue;
	NTSTATUS status;
	PVOID context;

	UNREFERENCED_PARAMETER(Driver);
	status = WdfDeviceCreate(&DeviceInit, WDF_NO_OBJECT_ATTRIBUTES, &device);
	if (!NT_SUCCESS(status))
		return status;
	WDF_OBJECT_ATTRIBUTES_INIT_CONTEXT_TYPE(&attributes, DEVICE_CONTEXT);
	status = WdfObjectAllocateContext(device, &attributes, &context);
	if (!NT_SUCCESS(status))
		return status;
	WDF_IO_QUEUE_CONFIG_INIT_DEFAULT_QUEUE(&config, WdfIoQueueDispatchParallel);
	config.EvtIoDeviceControl = Control;
	config.EvtIoRead = Read;
	WDF_OBJECT_ATTRIBUTES_INIT(&attributes);
	attributes.ParentObject = device;
	status = WdfSpinLockCreate(&attributes, &GetContext(device)->Lock);
	if (NT_SUCCESS(status))
		status = WdfIoQueueCreate(device, &config, WDF_NO_OBJECT_ATTRIBUTES, &queue);
	return status;
}

NTSTATUS DriverEntry(PDRIVER_OBJECT DriverObject, PUNICODE_STRING RegistryPath)
{
	WDF_DRIVER_CONFIG config;

	WDF_DRIVER_CONFIG_INIT(&config, DeviceAdd);
	return WdfDriverCreate(DriverObject, RegistryPath, WDF_NO_OBJECT_ATTRIBUTES, &config, WDF_NO_HANDLE);
}
