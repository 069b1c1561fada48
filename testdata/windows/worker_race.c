// check: --platform windows --property race --rounds 1 --unwind 1 --timeout 20s
// expect: BUG race
// Nobody waits for the worker routine.
#include <ntddk.h>

typedef struct _DEVICE_EXTENSION {
	WORK_QUEUE_ITEM Item;
	KEVENT Done;
	LONG Started;
	LONG Count;
} DEVICE_EXTENSION, *PDEVICE_EXTENSION;

DRIVER_INITIALIZE DriverEntry;
DRIVER_UNLOAD Unload;
DRIVER_DISPATCH OpenClose, Control;
WORKER_THREAD_ROUTINE Work;

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

VOID Work(_In_ PVOID Context)
{
	PDEVICE_EXTENSION ext = Context;

	ext->Count = 7; // race!
	KeSetEvent(&ext->Done, IO_NO_INCREMENT, FALSE);
}

NTSTATUS Control(_In_ PDEVICE_OBJECT DeviceObject, _Inout_ PIRP Irp)
{
	PDEVICE_EXTENSION ext = DeviceObject->DeviceExtension;

	if (InterlockedExchange(&ext->Started, 1) == 0) {
		ExInitializeWorkItem(&ext->Item, Work, ext);
		ExQueueWorkItem(&ext->Item, DelayedWorkQueue);
		ext->Count = 8; // race!
	}
	return Complete(Irp, STATUS_SUCCESS);
}

VOID Unload(_In_ PDRIVER_OBJECT DriverObject)
{
	UNREFERENCED_PARAMETER(DriverObject);
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
	DriverObject->MajorFunction[IRP_MJ_CREATE] = OpenClose;
	DriverObject->MajorFunction[IRP_MJ_CLOSE] = OpenClose;
	DriverObject->MajorFunction[IRP_MJ_DEVICE_CONTROL] = Control;
	DriverObject->DriverUnload = Unload;
	device->Flags &= ~DO_DEVICE_INITIALIZING;
	return STATUS_SUCCESS;
}
