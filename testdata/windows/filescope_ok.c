// check: --platform windows --property race --rounds 1 --unwind 1
// expect: PROVED
// Files that inherit the device's scope are closed with its lock.
#include <ntddk.h>
#include <wdf.h>

typedef struct _DEVICE_CONTEXT {
	LONG Count;
} DEVICE_CONTEXT, *PDEVICE_CONTEXT;
WDF_DECLARE_CONTEXT_TYPE_WITH_NAME(DEVICE_CONTEXT, GetContext)

DRIVER_INITIALIZE DriverEntry;
EVT_WDF_DRIVER_DEVICE_ADD DeviceAdd;
EVT_WDF_IO_QUEUE_IO_READ Read;
EVT_WDF_FILE_CLOSE Close;

VOID Read(WDFQUEUE Queue, WDFREQUEST Request, size_t Length)
{
	UNREFERENCED_PARAMETER(Length);
	GetContext(WdfIoQueueGetDevice(Queue))->Count++;
	WdfRequestComplete(Request, STATUS_SUCCESS);
}

VOID Close(WDFFILEOBJECT File)
{
	GetContext(WdfFileObjectGetDevice(File))->Count--;
}

NTSTATUS DeviceAdd(WDFDRIVER Driver, PWDFDEVICE_INIT DeviceInit)
{
	WDF_OBJECT_ATTRIBUTES attributes;
	WDF_IO_QUEUE_CONFIG config;
	WDFDEVICE device;
	NTSTATUS status;
	WDF_FILEOBJECT_CONFIG files;
	WDF_OBJECT_ATTRIBUTES ofFiles;
	WDF_FILEOBJECT_CONFIG_INIT(&files, WDF_NO_EVENT_CALLBACK, Close, WDF_NO_EVENT_CALLBACK);
	WDF_OBJECT_ATTRIBUTES_INIT(&ofFiles);
	WdfDeviceInitSetFileObjectConfig(DeviceInit, &files, &ofFiles);

	UNREFERENCED_PARAMETER(Driver);
	WDF_OBJECT_ATTRIBUTES_INIT_CONTEXT_TYPE(&attributes, DEVICE_CONTEXT);
	attributes.SynchronizationScope = WdfSynchronizationScopeDevice;
	attributes.ExecutionLevel = WdfExecutionLevelPassive;
	status = WdfDeviceCreate(&DeviceInit, &attributes, &device);
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
