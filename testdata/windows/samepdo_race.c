// check: --platform windows --property race --rounds 1 --unwind 1 --timeout 6s
// expect: BUG race
// WdfFdoInitWdmGetPhysicalDevice gives the object that WdfDeviceWdmGetPhysicalDevice gives later. It is used without a lock here. This was proved.
#include <ntddk.h>
#include <wdf.h>

typedef struct _DEVICE_CONTEXT {
	PDEVICE_OBJECT Physical;
	WDFSPINLOCK Lock;
} DEVICE_CONTEXT, *PDEVICE_CONTEXT;
WDF_DECLARE_CONTEXT_TYPE_WITH_NAME(DEVICE_CONTEXT, GetContext)

DRIVER_INITIALIZE DriverEntry;
EVT_WDF_DRIVER_DEVICE_ADD DeviceAdd;
EVT_WDF_IO_QUEUE_IO_DEVICE_CONTROL Control;

VOID Control(WDFQUEUE Queue, WDFREQUEST Request, size_t OutputBufferLength, size_t InputBufferLength, ULONG IoControlCode)
{
	WDFDEVICE device = WdfIoQueueGetDevice(Queue);
	PDEVICE_CONTEXT ctx = GetContext(device);

	UNREFERENCED_PARAMETER(OutputBufferLength);
	UNREFERENCED_PARAMETER(InputBufferLength);
	if (IoControlCode == 1) {
		WdfSpinLockAcquire(ctx->Lock);
		WdfDeviceWdmGetPhysicalDevice(device)->Flags = 1; // race!
		WdfSpinLockRelease(ctx->Lock);
	} else {
		ctx->Physical->Flags = 2; // race!
	}
	WdfRequestComplete(Request, STATUS_SUCCESS);
}

NTSTATUS DeviceAdd(WDFDRIVER Driver, PWDFDEVICE_INIT DeviceInit)
{
	PDEVICE_OBJECT physical = WdfFdoInitWdmGetPhysicalDevice(DeviceInit);
	WDF_OBJECT_ATTRIBUTES attributes;
	WDF_IO_QUEUE_CONFIG config;
	WDFDEVICE device;
	NTSTATUS status;

	UNREFERENCED_PARAMETER(Driver);
	WDF_OBJECT_ATTRIBUTES_INIT_CONTEXT_TYPE(&attributes, DEVICE_CONTEXT);
	status = WdfDeviceCreate(&DeviceInit, &attributes, &device);
	if (!NT_SUCCESS(status))
		return status;
	GetContext(device)->Physical = physical;
	status = WdfSpinLockCreate(WDF_NO_OBJECT_ATTRIBUTES, &GetContext(device)->Lock);
	if (!NT_SUCCESS(status))
		return status;
	WDF_IO_QUEUE_CONFIG_INIT_DEFAULT_QUEUE(&config, WdfIoQueueDispatchParallel);
	config.EvtIoDeviceControl = Control;
	return WdfIoQueueCreate(device, &config, WDF_NO_OBJECT_ATTRIBUTES, WDF_NO_HANDLE);
}

NTSTATUS DriverEntry(PDRIVER_OBJECT DriverObject, PUNICODE_STRING RegistryPath)
{
	WDF_DRIVER_CONFIG config;

	WDF_DRIVER_CONFIG_INIT(&config, DeviceAdd);
	return WdfDriverCreate(DriverObject, RegistryPath, WDF_NO_OBJECT_ATTRIBUTES, &config, WDF_NO_HANDLE);
}
