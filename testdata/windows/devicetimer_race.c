// check: --platform windows --property race --rounds 1 --unwind 1 --timeout 20s
// expect: BUG race
// Stopping a device timer does not wait for a routine that runs.
#include <ntddk.h>

typedef struct _DEVICE_EXTENSION {
	KSPIN_LOCK Lock;
	LONG Count;
} DEVICE_EXTENSION, *PDEVICE_EXTENSION;

DRIVER_INITIALIZE DriverEntry;
DRIVER_UNLOAD Unload;
DRIVER_DISPATCH OpenClose, Control;
IO_TIMER_ROUTINE EverySecond;

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

VOID EverySecond(_In_ PDEVICE_OBJECT DeviceObject, _In_opt_ PVOID Context)
{
	PDEVICE_EXTENSION ext = Context;

	UNREFERENCED_PARAMETER(DeviceObject);
	ext->Count++; // race!
}

NTSTATUS Control(_In_ PDEVICE_OBJECT DeviceObject, _Inout_ PIRP Irp)
{
	PDEVICE_EXTENSION ext = DeviceObject->DeviceExtension;
	KIRQL irql;

	IoStopTimer(DeviceObject);
	KeAcquireSpinLock(&ext->Lock, &irql);
	ext->Count--; // race!
	KeReleaseSpinLock(&ext->Lock, irql);
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
	KeInitializeSpinLock(&ext->Lock);
	status = IoInitializeTimer(device, EverySecond, ext);
	if (!NT_SUCCESS(status)) {
		IoDeleteDevice(device);
		return status;
	}
	IoStartTimer(device);
	DriverObject->MajorFunction[IRP_MJ_CREATE] = OpenClose;
	DriverObject->MajorFunction[IRP_MJ_CLOSE] = OpenClose;
	DriverObject->MajorFunction[IRP_MJ_DEVICE_CONTROL] = Control;
	DriverObject->DriverUnload = Unload;
	device->Flags &= ~DO_DEVICE_INITIALIZING;
	return STATUS_SUCCESS;
}
