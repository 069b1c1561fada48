// check: --platform windows --property race --rounds 1 --unwind 1 --timeout 20s
// expect: PROVED race
// The system sends one request at a time that changes the state of a device.
#include <ntddk.h>

typedef struct _DEVICE_EXTENSION {
	PDEVICE_OBJECT Lower;
	ULONG Seen;
} DEVICE_EXTENSION, *PDEVICE_EXTENSION;

DRIVER_INITIALIZE DriverEntry;
DRIVER_ADD_DEVICE AddDevice;
DRIVER_DISPATCH Pnp, Power;

NTSTATUS Power(_In_ PDEVICE_OBJECT DeviceObject, _Inout_ PIRP Irp)
{
	PDEVICE_EXTENSION ext = DeviceObject->DeviceExtension;

	IoSkipCurrentIrpStackLocation(Irp);
	return PoCallDriver(ext->Lower, Irp);
}

NTSTATUS Pnp(_In_ PDEVICE_OBJECT DeviceObject, _Inout_ PIRP Irp)
{
	PDEVICE_EXTENSION ext = DeviceObject->DeviceExtension;
	PIO_STACK_LOCATION stack = IoGetCurrentIrpStackLocation(Irp);

	if (stack->MinorFunction == IRP_MN_STOP_DEVICE)
		ext->Seen++; // norace

	IoSkipCurrentIrpStackLocation(Irp);
	return IoCallDriver(ext->Lower, Irp);
}

NTSTATUS AddDevice(_In_ PDRIVER_OBJECT DriverObject, _In_ PDEVICE_OBJECT Pdo)
{
	PDEVICE_OBJECT device;
	PDEVICE_EXTENSION ext;
	NTSTATUS status;

	status = IoCreateDevice(DriverObject, sizeof(DEVICE_EXTENSION), NULL, FILE_DEVICE_UNKNOWN, 0, FALSE, &device);
	if (!NT_SUCCESS(status))
		return status;
	ext = device->DeviceExtension;
	ext->Lower = IoAttachDeviceToDeviceStack(device, Pdo);
	if (!ext->Lower) {
		IoDeleteDevice(device);
		return STATUS_NO_SUCH_DEVICE;
	}
	device->Flags &= ~DO_DEVICE_INITIALIZING;
	return STATUS_SUCCESS;
}

NTSTATUS DriverEntry(_In_ PDRIVER_OBJECT DriverObject, _In_ PUNICODE_STRING RegistryPath)
{
	UNREFERENCED_PARAMETER(RegistryPath);
	DriverObject->DriverExtension->AddDevice = AddDevice;
	DriverObject->MajorFunction[IRP_MJ_PNP] = Pnp;
	DriverObject->MajorFunction[IRP_MJ_POWER] = Power;
	return STATUS_SUCCESS;
}
