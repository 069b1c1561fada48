// check: --platform windows --property race --rounds 1 --unwind 1 --timeout 6s --rules ../../../testdata/windows/one-ioctl.yaml
// expect: PROVED
// A filter below a class driver that sends one ioctl at a time, as a rule says: nothing else keeps its requests apart.
#include <ntddk.h>
#include <wdf.h>

#define IOCTL_CONNECT CTL_CODE(FILE_DEVICE_KEYBOARD, 0x800, METHOD_NEITHER, FILE_ANY_ACCESS)

typedef struct _DEVICE_CONTEXT {
	LONG Connected;
	LONG Attributes; // as the device below said last
} DEVICE_CONTEXT, *PDEVICE_CONTEXT;
WDF_DECLARE_CONTEXT_TYPE_WITH_NAME(DEVICE_CONTEXT, GetContext)

DRIVER_INITIALIZE DriverEntry;
EVT_WDF_DRIVER_DEVICE_ADD DeviceAdd;
EVT_WDF_IO_QUEUE_IO_INTERNAL_DEVICE_CONTROL Control;
EVT_WDF_REQUEST_COMPLETION_ROUTINE Answered;

VOID Answered(WDFREQUEST Request, WDFIOTARGET Target, PWDF_REQUEST_COMPLETION_PARAMS Params, WDFCONTEXT Context)
{
	PDEVICE_CONTEXT context = Context;

	UNREFERENCED_PARAMETER(Target);
	context->Attributes = (LONG)Params->IoStatus.Information;
	WdfRequestComplete(Request, Params->IoStatus.Status);
}

VOID Control(WDFQUEUE Queue, WDFREQUEST Request, size_t OutputBufferLength, size_t InputBufferLength, ULONG IoControlCode)
{
	WDFDEVICE device = WdfIoQueueGetDevice(Queue);
	PDEVICE_CONTEXT context = GetContext(device);

	UNREFERENCED_PARAMETER(OutputBufferLength);
	UNREFERENCED_PARAMETER(InputBufferLength);
	if (IoControlCode == IOCTL_CONNECT) {
		WdfRequestComplete(Request, context->Connected ? STATUS_SHARING_VIOLATION : STATUS_SUCCESS);
		context->Connected = 1;
		return;
	}
	WdfRequestSetCompletionRoutine(Request, Answered, context);
	if (!WdfRequestSend(Request, WdfDeviceGetIoTarget(device), WDF_NO_SEND_OPTIONS))
		WdfRequestComplete(Request, WdfRequestGetStatus(Request));
}

NTSTATUS DeviceAdd(WDFDRIVER Driver, PWDFDEVICE_INIT DeviceInit)
{
	WDF_OBJECT_ATTRIBUTES attributes;
	WDF_IO_QUEUE_CONFIG config;
	WDFDEVICE device;
	NTSTATUS status;

	UNREFERENCED_PARAMETER(Driver);
	WdfFdoInitSetFilter(DeviceInit);
	WDF_OBJECT_ATTRIBUTES_INIT_CONTEXT_TYPE(&attributes, DEVICE_CONTEXT);
	status = WdfDeviceCreate(&DeviceInit, &attributes, &device);
	if (!NT_SUCCESS(status))
		return status;
	WDF_IO_QUEUE_CONFIG_INIT_DEFAULT_QUEUE(&config, WdfIoQueueDispatchParallel);
	config.EvtIoInternalDeviceControl = Control;
	return WdfIoQueueCreate(device, &config, WDF_NO_OBJECT_ATTRIBUTES, NULL);
}

NTSTATUS DriverEntry(PDRIVER_OBJECT DriverObject, PUNICODE_STRING RegistryPath)
{
	WDF_DRIVER_CONFIG config;

	WDF_DRIVER_CONFIG_INIT(&config, DeviceAdd);
	return WdfDriverCreate(DriverObject, RegistryPath, WDF_NO_OBJECT_ATTRIBUTES, &config, WDF_NO_HANDLE);
}
