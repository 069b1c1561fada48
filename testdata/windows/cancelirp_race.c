// check: --platform windows --property race --rounds 1 --unwind 1 --timeout 20s
// expect: BUG race
// The level alone does not keep a cancel routine away.
#include <ntddk.h>

typedef struct _DEVICE_EXTENSION {
	LONG Count;
} DEVICE_EXTENSION, *PDEVICE_EXTENSION;

DRIVER_INITIALIZE DriverEntry;
DRIVER_UNLOAD Unload;
DRIVER_DISPATCH OpenClose, Control;
DRIVER_CANCEL Cancel;

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

VOID Cancel(_In_ PDEVICE_OBJECT DeviceObject, _Inout_ PIRP Irp)
{
	PDEVICE_EXTENSION ext = DeviceObject->DeviceExtension;

	ext->Count++; // race!
	IoReleaseCancelSpinLock(Irp->CancelIrql);
}

NTSTATUS Control(_In_ PDEVICE_OBJECT DeviceObject, _Inout_ PIRP Irp)
{
	PDEVICE_EXTENSION ext = DeviceObject->DeviceExtension;
	KIRQL irql;

	IoMarkIrpPending(Irp);
	IoSetCancelRoutine(Irp, Cancel);
	IoCancelIrp(Irp);
	KeRaiseIrql(DISPATCH_LEVEL, &irql);
	ext->Count--; // race!
	KeLowerIrql(irql);
	return STATUS_PENDING;
}

VOID Unload(_In_ PDRIVER_OBJECT DriverObject)
{
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
	ext->Count = 0;
	DriverObject->MajorFunction[IRP_MJ_CREATE] = OpenClose;
	DriverObject->MajorFunction[IRP_MJ_CLOSE] = OpenClose;
	DriverObject->MajorFunction[IRP_MJ_DEVICE_CONTROL] = Control;
	DriverObject->DriverUnload = Unload;
	device->Flags &= ~DO_DEVICE_INITIALIZING;
	return STATUS_SUCCESS;
}
