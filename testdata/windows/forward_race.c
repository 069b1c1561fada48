// check: --platform windows --property race --rounds 1 --unwind 1 --timeout 20s
// expect: BUG race
// The completion routine of a request that was sent down may run at the same time.
#include <ntddk.h>

typedef struct _DEVICE_EXTENSION {
	PDEVICE_OBJECT Lower;
	PFILE_OBJECT File;
	LONG Started;
	LONG Seen;
} DEVICE_EXTENSION, *PDEVICE_EXTENSION;

DRIVER_INITIALIZE DriverEntry;
DRIVER_UNLOAD Unload;
DRIVER_DISPATCH OpenClose, Control;
IO_COMPLETION_ROUTINE Done;

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

NTSTATUS Done(_In_ PDEVICE_OBJECT DeviceObject, _In_ PIRP Irp, _In_opt_ PVOID Context)
{
	PDEVICE_EXTENSION ext = Context;

	UNREFERENCED_PARAMETER(DeviceObject);
	UNREFERENCED_PARAMETER(Irp);
	ext->Seen = 2; // race!
	return STATUS_MORE_PROCESSING_REQUIRED;
}

NTSTATUS Control(_In_ PDEVICE_OBJECT DeviceObject, _Inout_ PIRP Irp)
{
	PDEVICE_EXTENSION ext = DeviceObject->DeviceExtension;

	if (InterlockedExchange(&ext->Started, 1) == 0) {
		IoCopyCurrentIrpStackLocationToNext(Irp);
		IoSetCompletionRoutine(Irp, Done, ext, TRUE, TRUE, TRUE);
		IoCallDriver(ext->Lower, Irp);
		ext->Seen = 1; // race!
		return STATUS_PENDING;
	}
	return Complete(Irp, STATUS_SUCCESS);
}

VOID Unload(_In_ PDRIVER_OBJECT DriverObject)
{
	IoDeleteDevice(DriverObject->DeviceObject);
}

NTSTATUS DriverEntry(_In_ PDRIVER_OBJECT DriverObject, _In_ PUNICODE_STRING RegistryPath)
{
	PDEVICE_OBJECT device;
	PDEVICE_EXTENSION ext;
	UNICODE_STRING name;
	NTSTATUS status;

	UNREFERENCED_PARAMETER(RegistryPath);
	status = IoCreateDevice(DriverObject, sizeof(DEVICE_EXTENSION), NULL, FILE_DEVICE_UNKNOWN, 0, FALSE, &device);
	if (!NT_SUCCESS(status))
		return status;
	ext = device->DeviceExtension;
	RtlInitUnicodeString(&name, L"Lower");
	status = IoGetDeviceObjectPointer(&name, FILE_READ_DATA, &ext->File, &ext->Lower);
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
