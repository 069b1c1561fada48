// check: --platform windows --property race --rounds 1 --unwind 1 --timeout 20s
// expect: BUG race
// What is called without WdfInterruptSynchronize runs beside the interrupt.
#include <ntddk.h>
#include <wdf.h>

typedef struct _DEVICE_CONTEXT {
	WDFINTERRUPT Interrupt;
	LONG Count;
} DEVICE_CONTEXT, *PDEVICE_CONTEXT;
WDF_DECLARE_CONTEXT_TYPE_WITH_NAME(DEVICE_CONTEXT, GetContext)

DRIVER_INITIALIZE DriverEntry;
EVT_WDF_DRIVER_DEVICE_ADD DeviceAdd;
EVT_WDF_IO_QUEUE_IO_DEVICE_CONTROL Control;
EVT_WDF_INTERRUPT_ISR Service;
EVT_WDF_INTERRUPT_SYNCHRONIZE Less;

BOOLEAN Service(WDFINTERRUPT Interrupt, ULONG Message)
{
	UNREFERENCED_PARAMETER(Message);
	GetContext(WdfInterruptGetDevice(Interrupt))->Count++; // race!
	return TRUE;
}

BOOLEAN Less(WDFINTERRUPT Interrupt, WDFCONTEXT Context)
{
	UNREFERENCED_PARAMETER(Interrupt);
	((PDEVICE_CONTEXT)Context)->Count--; // race!
	return TRUE;
}

VOID Control(WDFQUEUE Queue, WDFREQUEST Request, size_t OutputBufferLength, size_t InputBufferLength, ULONG IoControlCode)
{
	PDEVICE_CONTEXT context = GetContext(WdfIoQueueGetDevice(Queue));

	UNREFERENCED_PARAMETER(OutputBufferLength);
	UNREFERENCED_PARAMETER(InputBufferLength);
	UNREFERENCED_PARAMETER(IoControlCode);
	Less(context->Interrupt, context);
	WdfRequestComplete(Request, STATUS_SUCCESS);
}

NTSTATUS DeviceAdd(WDFDRIVER Driver, PWDFDEVICE_INIT DeviceInit)
{
	WDF_OBJECT_ATTRIBUTES attributes;
	WDF_INTERRUPT_CONFIG interrupt;
	WDF_IO_QUEUE_CONFIG config;
	WDFDEVICE device;
	WDFQUEUE queue;
	NTSTATUS status;

	UNREFERENCED_PARAMETER(Driver);
	WDF_OBJECT_ATTRIBUTES_INIT_CONTEXT_TYPE(&attributes, DEVICE_CONTEXT);
	status = WdfDeviceCreate(&DeviceInit, &attributes, &device);
	if (!NT_SUCCESS(status))
		return status;
	WDF_IO_QUEUE_CONFIG_INIT_DEFAULT_QUEUE(&config, WdfIoQueueDispatchParallel);
	config.EvtIoDeviceControl = Control;
	WDF_INTERRUPT_CONFIG_INIT(&interrupt, Service, NULL);
	status = WdfInterruptCreate(device, &interrupt, WDF_NO_OBJECT_ATTRIBUTES, &GetContext(device)->Interrupt);
	GetContext(device)->Count = 1; // no interrupt comes before the device has power
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
