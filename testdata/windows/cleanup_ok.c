// check: --platform windows --property race --rounds 1 --unwind 1
// expect: PROVED
// The device's work items are gone before its cleanup callback.
#include <ntddk.h>
#include <wdf.h>

typedef struct _DEVICE_CONTEXT {
	WDFWORKITEM Item;
	PLONG Count;
} DEVICE_CONTEXT, *PDEVICE_CONTEXT;
WDF_DECLARE_CONTEXT_TYPE_WITH_NAME(DEVICE_CONTEXT, GetContext)

DRIVER_INITIALIZE DriverEntry;
EVT_WDF_DRIVER_DEVICE_ADD DeviceAdd;
EVT_WDF_IO_QUEUE_IO_READ Read;
EVT_WDF_WORKITEM Work;
EVT_WDF_DEVICE_CONTEXT_CLEANUP Cleanup;

static PDEVICE_CONTEXT The;

VOID Work(WDFWORKITEM Item)
{
	UNREFERENCED_PARAMETER(Item);
	InterlockedIncrement(The->Count);
}

VOID Read(WDFQUEUE Queue, WDFREQUEST Request, size_t Length)
{
	UNREFERENCED_PARAMETER(Queue);
	UNREFERENCED_PARAMETER(Length);
	WdfWorkItemEnqueue(The->Item);
	WdfRequestComplete(Request, STATUS_SUCCESS);
}

VOID Cleanup(WDFOBJECT Device)
{
	ExFreePool(GetContext(Device)->Count);
}

NTSTATUS DeviceAdd(WDFDRIVER Driver, PWDFDEVICE_INIT DeviceInit)
{
	WDF_OBJECT_ATTRIBUTES attributes;
	WDF_IO_QUEUE_CONFIG config;
	WDF_WORKITEM_CONFIG work;
	WDFDEVICE device;
	NTSTATUS status;

	UNREFERENCED_PARAMETER(Driver);
	WDF_OBJECT_ATTRIBUTES_INIT_CONTEXT_TYPE(&attributes, DEVICE_CONTEXT);
	attributes.EvtCleanupCallback = Cleanup;
	status = WdfDeviceCreate(&DeviceInit, &attributes, &device);
	if (!NT_SUCCESS(status))
		return status;
	The = GetContext(device);
	The->Count = ExAllocatePoolWithTag(NonPagedPool, sizeof(LONG), 'tnuC');
	if (!The->Count)
		return STATUS_INSUFFICIENT_RESOURCES;
	WDF_WORKITEM_CONFIG_INIT(&work, Work);
	WDF_OBJECT_ATTRIBUTES_INIT(&attributes);
	attributes.ParentObject = device;
	status = WdfWorkItemCreate(&work, &attributes, &The->Item);
	if (!NT_SUCCESS(status))
		return status;
	WDF_IO_QUEUE_CONFIG_INIT_DEFAULT_QUEUE(&config, WdfIoQueueDispatchSequential);
	config.EvtIoRead = Read;
	return WdfIoQueueCreate(device, &config, WDF_NO_OBJECT_ATTRIBUTES, NULL);
}

NTSTATUS DriverEntry(PDRIVER_OBJECT DriverObject, PUNICODE_STRING RegistryPath)
{
	WDF_DRIVER_CONFIG config;

	WDF_DRIVER_CONFIG_INIT(&config, DeviceAdd);
	return WdfDriverCreate(DriverObject, RegistryPath, WDF_NO_OBJECT_ATTRIBUTES, &config, WDF_NO_HANDLE);
}
