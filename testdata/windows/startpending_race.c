// check: --platform windows --property race --rounds 1 --unwind 1 --timeout 20s
// expect: BUG race
// The device is taken for started when the request is completed, before it is noted.
#include <ntddk.h>

typedef struct _DEVICE_EXTENSION {
	PDEVICE_OBJECT Lower;
	PIO_WORKITEM Work;
	PIRP Start;
	BOOLEAN Started;
} DEVICE_EXTENSION, *PDEVICE_EXTENSION;

DRIVER_INITIALIZE DriverEntry;
DRIVER_ADD_DEVICE AddDevice;
DRIVER_DISPATCH Pnp, Power;
IO_WORKITEM_ROUTINE StartWorker;

static NTSTATUS Complete(PIRP Irp)
{
	Irp->IoStatus.Status = STATUS_SUCCESS;
	IoCompleteRequest(Irp, IO_NO_INCREMENT);
	return STATUS_SUCCESS;
}

VOID StartWorker(_In_ PDEVICE_OBJECT DeviceObject, _In_opt_ PVOID Context)
{
	PDEVICE_EXTENSION ext = DeviceObject->DeviceExtension;

	UNREFERENCED_PARAMETER(Context);
	Complete(ext->Start);
	ext->Started = TRUE; // race!
}

NTSTATUS Pnp(_In_ PDEVICE_OBJECT DeviceObject, _Inout_ PIRP Irp)
{
	PDEVICE_EXTENSION ext = DeviceObject->DeviceExtension;
	PIO_STACK_LOCATION stack = IoGetCurrentIrpStackLocation(Irp);

	if (stack->MinorFunction == IRP_MN_START_DEVICE) {
		IoMarkIrpPending(Irp);
		ext->Start = Irp;
		IoQueueWorkItem(ext->Work, StartWorker, DelayedWorkQueue, NULL);
		return STATUS_PENDING;
	}
	return Complete(Irp);
}

NTSTATUS Power(_In_ PDEVICE_OBJECT DeviceObject, _Inout_ PIRP Irp)
{
	PDEVICE_EXTENSION ext = DeviceObject->DeviceExtension;

	if (!ext->Started) // race!
		PoStartNextPowerIrp(Irp);
	return Complete(Irp);
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
	ext->Work = IoAllocateWorkItem(device);
	ext->Lower = IoAttachDeviceToDeviceStack(device, Pdo);
	if (!ext->Work || !ext->Lower) {
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
