// check: --platform windows
// Where requests are completed under a spin lock: directly, in a function that is called with the lock, and in a cancel routine that has not given back the lock it was called with. Behind the lock they are not.
#include <ntddk.h>

typedef struct _DEVICE_EXTENSION {
	KSPIN_LOCK Lock;
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

DRIVER_CANCEL Cancel;

VOID Cancel(_In_ PDEVICE_OBJECT DeviceObject, _Inout_ PIRP Irp)
{
	KIRQL irql = Irp->CancelIrql;

	UNREFERENCED_PARAMETER(DeviceObject);
	Irp->IoStatus.Status = STATUS_CANCELLED;
	IoCompleteRequest(Irp, IO_NO_INCREMENT); // note
	IoReleaseCancelSpinLock(irql);
}

static VOID Refuse(PDEVICE_EXTENSION ext, PIRP Irp, KIRQL irql)
{
	KeReleaseSpinLock(&ext->Lock, irql);
	Irp->IoStatus.Status = STATUS_INVALID_PARAMETER;
	IoCompleteRequest(Irp, IO_NO_INCREMENT);
}

static VOID Accept(PIRP Irp)
{
	Irp->IoStatus.Status = STATUS_SUCCESS;
	IoCompleteRequest(Irp, IO_NO_INCREMENT); // note
}

NTSTATUS Control(_In_ PDEVICE_OBJECT DeviceObject, _Inout_ PIRP Irp)
{
	PDEVICE_EXTENSION ext = DeviceObject->DeviceExtension;
	ULONG code = IoGetCurrentIrpStackLocation(Irp)->Parameters.DeviceIoControl.IoControlCode;
	KIRQL irql;

	if (code == 1) {
		IoMarkIrpPending(Irp);
		IoSetCancelRoutine(Irp, Cancel);
		return STATUS_PENDING;
	}
	if (code == 2)
		return Complete(Irp, STATUS_SUCCESS);
	KeAcquireSpinLock(&ext->Lock, &irql);
	if (code == 3) {
		Refuse(ext, Irp, irql);
		return STATUS_INVALID_PARAMETER;
	}
	if (code == 4) {
		Accept(Irp);
	} else {
		Irp->IoStatus.Status = STATUS_SUCCESS;
		IoCompleteRequest(Irp, IO_NO_INCREMENT); // note
	}
	KeReleaseSpinLock(&ext->Lock, irql);
	return STATUS_SUCCESS;
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
	KeInitializeSpinLock(&ext->Lock);
	DriverObject->MajorFunction[IRP_MJ_CREATE] = OpenClose;
	DriverObject->MajorFunction[IRP_MJ_CLOSE] = OpenClose;
	DriverObject->MajorFunction[IRP_MJ_DEVICE_CONTROL] = Control;
	DriverObject->DriverUnload = Unload;
	device->Flags &= ~DO_DEVICE_INITIALIZING;
	return STATUS_SUCCESS;
}
