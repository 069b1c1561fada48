// check: --platform windows --property race --rounds 1 --unwind 1 --timeout 20s
// expect: BUG race
// Without AutomaticSerialization a timer holds nothing.
#include <ntddk.h>
#include <wdf.h>

typedef struct _DEVICE_CONTEXT {
	WDFTIMER Timer;
	LONG Count;
} DEVICE_CONTEXT, *PDEVICE_CONTEXT;
WDF_DECLARE_CONTEXT_TYPE_WITH_NAME(DEVICE_CONTEXT, GetContext)

DRIVER_INITIALIZE DriverEntry;
EVT_WDF_DRIVER_DEVICE_ADD DeviceAdd;
EVT_WDF_IO_QUEUE_IO_DEVICE_CONTROL Control;
EVT_WDF_TIMER Tick;

VOID Control(WDFQUEUE Queue, WDFREQUEST Request, size_t OutputBufferLength, size_t InputBufferLength, ULONG IoControlCode)
{
	UNREFERENCED_PARAMETER(OutputBufferLength);
	UNREFERENCED_PARAMETER(InputBufferLength);
	UNREFERENCED_PARAMETER(IoControlCode);
	GetContext(WdfIoQueueGetDevice(Queue))->Count++; // race!
	WdfTimerStart(GetContext(WdfIoQueueGetDevice(Queue))->Timer, WDF_REL_TIMEOUT_IN_MS(1));
	WdfRequestComplete(Request, STATUS_SUCCESS);
}

VOID Tick(WDFTIMER Timer)
{
	GetContext(WdfTimerGetParentObject(Timer))->Count--; // race!
}

NTSTATUS DeviceAdd(WDFDRIVER Driver, PWDFDEVICE_INIT DeviceInit)
{
	WDF_OBJECT_ATTRIBUTES attributes;
	WDF_IO_QUEUE_CONFIG config;
	WDF_TIMER_CONFIG timer;
	WDFDEVICE device;
	WDFQUEUE queue;
	NTSTATUS status;

	UNREFERENCED_PARAMETER(Driver);
	WDF_OBJECT_ATTRIBUTES_INIT_CONTEXT_TYPE(&attributes, DEVICE_CONTEXT);
	attributes.SynchronizationScope = WdfSynchronizationScopeDevice;
	status = WdfDeviceCreate(&DeviceInit, &attributes, &device);
	if (!NT_SUCCESS(status))
		return status;
	WDF_IO_QUEUE_CONFIG_INIT_DEFAULT_QUEUE(&config, WdfIoQueueDispatchParallel);
	config.EvtIoDeviceControl = Control;
	status = WdfIoQueueCreate(device, &config, WDF_NO_OBJECT_ATTRIBUTES, &queue);
	if (!NT_SUCCESS(status))
		return status;
	WDF_TIMER_CONFIG_INIT(&timer, Tick);
	timer.AutomaticSerialization = FALSE;
	WDF_OBJECT_ATTRIBUTES_INIT(&attributes);
	attributes.ParentObject = device;
	status = WdfTimerCreate(&timer, &attributes, &GetContext(device)->Timer);
	return status;
}

NTSTATUS DriverEntry(PDRIVER_OBJECT DriverObject, PUNICODE_STRING RegistryPath)
{
	WDF_DRIVER_CONFIG config;

	WDF_DRIVER_CONFIG_INIT(&config, DeviceAdd);
	return WdfDriverCreate(DriverObject, RegistryPath, WDF_NO_OBJECT_ATTRIBUTES, &config, WDF_NO_HANDLE);
}
