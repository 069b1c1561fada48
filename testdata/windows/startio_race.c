// check: --platform windows --property race --rounds 1 --unwind 1 --timeout 20s
// expect: BUG race
// Behind IoStartNextPacket the next one may be started.
#include <ntddk.h>

typedef struct _DEVICE_EXTENSION {
	LONG Count;
} DEVICE_EXTENSION, *PDEVICE_EXTENSION;

DRIVER_INITIALIZE DriverEntry;
DRIVER_UNLOAD Unload;
DRIVER_DISPATCH OpenClose, Control;
DRIVER_STARTIO StartIo;

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

VOID StartIo(_Inout_ PDEVICE_OBJECT DeviceObject, _Inout_ PIRP Irp)
{
	PDEVICE_EXTENSION ext = DeviceObject->DeviceExtension;

	Complete(Irp, STATUS_SUCCESS);
	IoStartNextPacket(DeviceObject, FALSE);
	ext->Count++; // race!
}

NTSTATUS Control(_In_ PDEVICE_OBJECT DeviceObject, _Inout_ PIRP Irp)
{
	IoMarkIrpPending(Irp);
	IoStartPacket(DeviceObject, Irp, NULL, NULL);
	return STATUS_PENDING;
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
	ext->Count = 0;
	DriverObject->DriverStartIo = StartIo;
	DriverObject->MajorFunction[IRP_MJ_CREATE] = OpenClose;
	DriverObject->MajorFunction[IRP_MJ_CLOSE] = OpenClose;
	DriverObject->MajorFunction[IRP_MJ_DEVICE_CONTROL] = Control;
	DriverObject->DriverUnload = Unload;
	device->Flags &= ~DO_DEVICE_INITIALIZING;
	return STATUS_SUCCESS;
}
