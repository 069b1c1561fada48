// check: --platform windows --property race --rounds 1 --unwind 1
// expect: BUG race
// A DPC that is not serialized takes no lock.
#include <ntddk.h>
#include <wdf.h>

typedef struct _DEVICE_CONTEXT {
	LONG Count;
} DEVICE_CONTEXT, *PDEVICE_CONTEXT;
WDF_DECLARE_CONTEXT_TYPE_WITH_NAME(DEVICE_CONTEXT, GetContext)

DRIVER_INITIALIZE DriverEntry;
EVT_WDF_DRIVER_DEVICE_ADD DeviceAdd;
EVT_WDF_IO_QUEUE_IO_READ Read;
EVT_WDF_INTERRUPT_ISR Isr;
EVT_WDF_INTERRUPT_DPC Dpc;

BOOLEAN Isr(WDFINTERRUPT Interrupt, ULONG MessageID)
{
	UNREFERENCED_PARAMETER(MessageID);
	WdfInterruptQueueDpcForIsr(Interrupt);
	return TRUE;
}

VOID Dpc(WDFINTERRUPT Interrupt, WDFOBJECT Device)
{
	UNREFERENCED_PARAMETER(Interrupt);
	GetContext(Device)->Count++;
}

VOID Read(WDFQUEUE Queue, WDFREQUEST Request, size_t Length)
{
	UNREFERENCED_PARAMETER(Length);
	GetContext(WdfIoQueueGetDevice(Queue))->Count--;
	WdfRequestComplete(Request, STATUS_SUCCESS);
}

NTSTATUS DeviceAdd(WDFDRIVER Driver, PWDFDEVICE_INIT DeviceInit)
{
	WDF_OBJECT_ATTRIBUTES attributes;
	WDF_IO_QUEUE_CONFIG config;
	WDF_INTERRUPT_CONFIG interrupt;
	WDFINTERRUPT made;
	WDFDEVICE device;
	NTSTATUS status;

	UNREFERENCED_PARAMETER(Driver);
	WDF_OBJECT_ATTRIBUTES_INIT_CONTEXT_TYPE(&attributes, DEVICE_CONTEXT);
	attributes.SynchronizationScope = WdfSynchronizationScopeDevice;
	status = WdfDeviceCreate(&DeviceInit, &attributes, &device);
	if (!NT_SUCCESS(status))
		return status;
	WDF_INTERRUPT_CONFIG_INIT(&interrupt, Isr, Dpc);
	interrupt.AutomaticSerialization = FALSE;
	status = WdfInterruptCreate(device, &interrupt, WDF_NO_OBJECT_ATTRIBUTES, &made);
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
