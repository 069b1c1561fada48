// check: --platform windows --property race --rounds 1 --unwind 1 --timeout 20s
// expect: BUG race
// The same, and the lock functions take no lock.
#include <ntddk.h>

typedef struct _DEVICE_EXTENSION {
	KSPIN_LOCK Lock;
	IO_CSQ Queue;
	IO_CSQ_IRP_CONTEXT Place;
	LONG Started;
	LONG Placed;
	LONG Count;
} DEVICE_EXTENSION, *PDEVICE_EXTENSION;

DRIVER_INITIALIZE DriverEntry;
DRIVER_UNLOAD Unload;
DRIVER_DISPATCH OpenClose, Control;
IO_CSQ_INSERT_IRP_EX InsertIrp;
IO_CSQ_REMOVE_IRP RemoveIrp;
IO_CSQ_PEEK_NEXT_IRP PeekIrp;
IO_CSQ_ACQUIRE_LOCK AcquireLock;
IO_CSQ_RELEASE_LOCK ReleaseLock;
IO_CSQ_COMPLETE_CANCELED_IRP CancelIrp;

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

NTSTATUS InsertIrp(_In_ PIO_CSQ Csq, _In_ PIRP Irp, _In_ PVOID Context)
{
	UNREFERENCED_PARAMETER(Context);
	UNREFERENCED_PARAMETER(Irp);
	CONTAINING_RECORD(Csq, DEVICE_EXTENSION, Queue)->Count++; // race!
	return STATUS_SUCCESS;
}

VOID RemoveIrp(_In_ PIO_CSQ Csq, _In_ PIRP Irp)
{
	UNREFERENCED_PARAMETER(Irp);
	CONTAINING_RECORD(Csq, DEVICE_EXTENSION, Queue)->Count--; // race!
}

PIRP PeekIrp(_In_ PIO_CSQ Csq, _In_ PIRP Irp, _In_ PVOID Context)
{
	UNREFERENCED_PARAMETER(Context);
	UNREFERENCED_PARAMETER(Csq);
	UNREFERENCED_PARAMETER(Irp);
	return NULL;
}

VOID AcquireLock(_In_ PIO_CSQ Csq, _Out_ PKIRQL Irql)
{
	UNREFERENCED_PARAMETER(Csq);
	*Irql = PASSIVE_LEVEL;
}

VOID ReleaseLock(_In_ PIO_CSQ Csq, _In_ KIRQL Irql)
{
	UNREFERENCED_PARAMETER(Csq);
	UNREFERENCED_PARAMETER(Irql);
}

VOID CancelIrp(_In_ PIO_CSQ Csq, _In_ PIRP Irp)
{
	UNREFERENCED_PARAMETER(Csq);
	Complete(Irp, STATUS_CANCELLED);
}

NTSTATUS Control(_In_ PDEVICE_OBJECT DeviceObject, _Inout_ PIRP Irp)
{
	PDEVICE_EXTENSION ext = DeviceObject->DeviceExtension;
	LONG turn = InterlockedIncrement(&ext->Started);
	PIRP waiting;

	if (turn < 3) {
		IoCsqInsertIrpEx(&ext->Queue, Irp, turn == 1 ? &ext->Place : NULL, NULL);
		if (turn == 1)
			InterlockedExchange(&ext->Placed, 1);
		return STATUS_PENDING;
	}
	if (InterlockedExchange(&ext->Placed, 0)) {
		waiting = IoCsqRemoveIrp(&ext->Queue, &ext->Place);
		if (waiting)
			Complete(waiting, STATUS_SUCCESS);
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
	NTSTATUS status;

	UNREFERENCED_PARAMETER(RegistryPath);
	status = IoCreateDevice(DriverObject, sizeof(DEVICE_EXTENSION), NULL, FILE_DEVICE_UNKNOWN, 0, FALSE, &device);
	if (!NT_SUCCESS(status))
		return status;
	ext = device->DeviceExtension;
	KeInitializeSpinLock(&ext->Lock);
	IoCsqInitializeEx(&ext->Queue, InsertIrp, RemoveIrp, PeekIrp, AcquireLock, ReleaseLock, CancelIrp);
	DriverObject->MajorFunction[IRP_MJ_CREATE] = OpenClose;
	DriverObject->MajorFunction[IRP_MJ_CLOSE] = OpenClose;
	DriverObject->MajorFunction[IRP_MJ_DEVICE_CONTROL] = Control;
	DriverObject->DriverUnload = Unload;
	device->Flags &= ~DO_DEVICE_INITIALIZING;
	return STATUS_SUCCESS;
}
