// check: --platform windows --property race --rounds 1 --unwind 1 --timeout 20s
// expect: BUG race
// The deferred routine of a device takes no lock.
#include <ntddk.h>

typedef struct _DEVICE_EXTENSION {
	PKINTERRUPT Interrupt;
	KSPIN_LOCK Lock;
	LONG Count;
} DEVICE_EXTENSION, *PDEVICE_EXTENSION;

DRIVER_INITIALIZE DriverEntry;
DRIVER_UNLOAD Unload;
DRIVER_DISPATCH OpenClose, Control;
KSERVICE_ROUTINE Isr;
IO_DPC_ROUTINE Deferred;

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

VOID Deferred(_In_ PKDPC Dpc, _In_ PDEVICE_OBJECT DeviceObject, _Inout_ PIRP Irp, _In_opt_ PVOID Context)
{
	PDEVICE_EXTENSION ext = DeviceObject->DeviceExtension;

	UNREFERENCED_PARAMETER(Dpc);
	UNREFERENCED_PARAMETER(Irp);
	UNREFERENCED_PARAMETER(Context);
	ext->Count++; // race!
}

BOOLEAN Isr(_In_ PKINTERRUPT Interrupt, _In_opt_ PVOID Context)
{
	UNREFERENCED_PARAMETER(Interrupt);
	IoRequestDpc(Context, NULL, NULL);
	return TRUE;
}

NTSTATUS Control(_In_ PDEVICE_OBJECT DeviceObject, _Inout_ PIRP Irp)
{
	PDEVICE_EXTENSION ext = DeviceObject->DeviceExtension;
	KIRQL irql;

	KeAcquireSpinLock(&ext->Lock, &irql);
	ext->Count--; // race!
	KeReleaseSpinLock(&ext->Lock, irql);
	return Complete(Irp, STATUS_SUCCESS);
}

VOID Unload(_In_ PDRIVER_OBJECT DriverObject)
{
	PDEVICE_EXTENSION ext = DriverObject->DeviceObject->DeviceExtension;

	IoDisconnectInterrupt(ext->Interrupt);
	KeFlushQueuedDpcs();
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
	IoInitializeDpcRequest(device, Deferred);
	status = IoConnectInterrupt(&ext->Interrupt, Isr, device, NULL, 0, 5, 5, LevelSensitive, TRUE, 1, FALSE);
	if (!NT_SUCCESS(status)) {
		IoDeleteDevice(device);
		return status;
	}
	DriverObject->MajorFunction[IRP_MJ_CREATE] = OpenClose;
	DriverObject->MajorFunction[IRP_MJ_CLOSE] = OpenClose;
	DriverObject->MajorFunction[IRP_MJ_DEVICE_CONTROL] = Control;
	DriverObject->DriverUnload = Unload;
	device->Flags &= ~DO_DEVICE_INITIALIZING;
	return STATUS_SUCCESS;
}
