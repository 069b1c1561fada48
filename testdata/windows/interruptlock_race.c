// check: --platform windows --property race --rounds 1 --unwind 1 --timeout 20s
// expect: BUG race
// A raised level does not exclude the service routine on another processor.
#include <ntddk.h>

typedef struct _DEVICE_EXTENSION {
	PKINTERRUPT Interrupt;
	LONG Count;
} DEVICE_EXTENSION, *PDEVICE_EXTENSION;

DRIVER_INITIALIZE DriverEntry;
DRIVER_UNLOAD Unload;
DRIVER_DISPATCH OpenClose, Control;
KSERVICE_ROUTINE Isr;

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

BOOLEAN Isr(_In_ PKINTERRUPT Interrupt, _In_opt_ PVOID Context)
{
	PDEVICE_EXTENSION ext = Context;

	UNREFERENCED_PARAMETER(Interrupt);
	ext->Count++; // race!
	return TRUE;
}

NTSTATUS Control(_In_ PDEVICE_OBJECT DeviceObject, _Inout_ PIRP Irp)
{
	PDEVICE_EXTENSION ext = DeviceObject->DeviceExtension;
	KIRQL irql;

	KeRaiseIrql(DISPATCH_LEVEL, &irql);
	ext->Count--; // race!
	KeLowerIrql(irql);
	return Complete(Irp, STATUS_SUCCESS);
}

VOID Unload(_In_ PDRIVER_OBJECT DriverObject)
{
	PDEVICE_EXTENSION ext = DriverObject->DeviceObject->DeviceExtension;

	IoDisconnectInterrupt(ext->Interrupt);
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
	status = IoConnectInterrupt(&ext->Interrupt, Isr, ext, NULL, 0, 5, 5, LevelSensitive, TRUE, 1, FALSE);
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
