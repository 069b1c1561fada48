// check: --platform windows --property race --rounds 1 --unwind 1 --timeout 20s
// expect: BUG race
// The event is set before the work item has written.
#include <ntddk.h>

typedef struct _DEVICE_EXTENSION {
	KEVENT Done;
	PIO_WORKITEM Item;
	LONG Started;
	LONG Count;
} DEVICE_EXTENSION, *PDEVICE_EXTENSION;

DRIVER_INITIALIZE DriverEntry;
DRIVER_UNLOAD Unload;
DRIVER_DISPATCH OpenClose, Control;

static NTSTATUS Complete(PIRP Irp, NTSTATUS Status)
{
	Irp->IoStatus.Status = Status;
	Irp->IoStatus.Information = 0;
	IoCompleteRequest(Irp, IO_NO_INCREMENT);
	return Status;
}

NTSTATUS OpenClose(_In_ PDEVICE_OBJECT DeviceObject, _Inout_ PIRP Irp)
{
	UNREFERENCED_PARAMETER(DeviceObject);
	return Complete(Irp, STATUS_SUCCESS);
}

IO_WORKITEM_ROUTINE Work;

VOID Work(_In_ PDEVICE_OBJECT DeviceObject, _In_opt_ PVOID Context)
{
	PDEVICE_EXTENSION ext = DeviceObject->DeviceExtension;

	UNREFERENCED_PARAMETER(Context);
	KeSetEvent(&ext->Done, IO_NO_INCREMENT, FALSE);
	ext->Count = 7; // race!
}

NTSTATUS Control(_In_ PDEVICE_OBJECT DeviceObject, _Inout_ PIRP Irp)
{
	PDEVICE_EXTENSION ext = DeviceObject->DeviceExtension;
	LONG seen;

	if (InterlockedExchange(&ext->Started, 1) == 0) {
		IoQueueWorkItem(ext->Item, Work, DelayedWorkQueue, NULL);
		KeWaitForSingleObject(&ext->Done, Executive, KernelMode, FALSE, NULL);
		seen = ext->Count; // race!
		UNREFERENCED_PARAMETER(seen);
	}
	return Complete(Irp, STATUS_SUCCESS);
}

VOID Unload(_In_ PDRIVER_OBJECT DriverObject)
{
	PDEVICE_EXTENSION ext = DriverObject->DeviceObject->DeviceExtension;

	UNREFERENCED_PARAMETER(ext);
	IoDeleteDevice(DriverObject->DeviceObject);
}

NTSTATUS DriverEntry(_In_ PDRIVER_OBJECT DriverObject, _In_ PUNICODE_STRING RegistryPath)
{
	PDEVICE_OBJECT device;
	PDEVICE_EXTENSION ext;
	NTSTATUS status;

	UNREFERENCED_PARAMETER(RegistryPath);
	status = IoCreateDevice(DriverObject, sizeof(DEVICE_EXTENSION), NULL, FILE_DEVICE_UNKNOWN, 0, FALSE, &device);
	if (!NT_SUCCESS(status))
		return status;
	ext = device->DeviceExtension;
	KeInitializeEvent(&ext->Done, NotificationEvent, FALSE);
	ext->Item = IoAllocateWorkItem(device);
	if (!ext->Item) {
		IoDeleteDevice(device);
		return STATUS_INSUFFICIENT_RESOURCES;
	}
	DriverObject->MajorFunction[IRP_MJ_CREATE] = OpenClose;
	DriverObject->MajorFunction[IRP_MJ_CLOSE] = OpenClose;
	DriverObject->MajorFunction[IRP_MJ_DEVICE_CONTROL] = Control;
	DriverObject->DriverUnload = Unload;
	device->Flags &= ~DO_DEVICE_INITIALIZING;
	return STATUS_SUCCESS;
}
