// A diary that wakes its reader (WDM). One ioctl waits for the next entry: its request is kept until another ioctl makes an entry, or until it is cancelled. From the moment that the request
// has a cancel routine and is known to the others, any of them may complete it, and then it is gone.
//
// The waiting ioctl still writes to its request when it has let the lock go (SEED): by then the request may have been completed, by the cancel routine or by whoever made an entry.
//
//   heddle check --platform windows examples/windows/daybook.c
#include <ntddk.h>

#define IOCTL_DAYBOOK_WAIT CTL_CODE(FILE_DEVICE_UNKNOWN, 0x801, METHOD_BUFFERED, FILE_READ_ACCESS)
#define IOCTL_DAYBOOK_ENTER CTL_CODE(FILE_DEVICE_UNKNOWN, 0x802, METHOD_BUFFERED, FILE_WRITE_ACCESS)
#define IOCTL_DAYBOOK_COUNT CTL_CODE(FILE_DEVICE_UNKNOWN, 0x803, METHOD_BUFFERED, FILE_READ_ACCESS)

typedef struct _DAYBOOK {
	KSPIN_LOCK Lock; // of all that follows
	PIRP Waiting;
	ULONG Entries;
	ULONG Woken;
	ULONG Cancelled;
} DAYBOOK, *PDAYBOOK;

DRIVER_INITIALIZE DriverEntry;
DRIVER_UNLOAD DaybookUnload;
_Dispatch_type_(IRP_MJ_CREATE) _Dispatch_type_(IRP_MJ_CLOSE) DRIVER_DISPATCH DaybookOpenClose;
_Dispatch_type_(IRP_MJ_DEVICE_CONTROL) DRIVER_DISPATCH DaybookControl;
DRIVER_CANCEL DaybookCancel;

static NTSTATUS DaybookComplete(PIRP Irp, NTSTATUS Status, ULONG_PTR Information)
{
	Irp->IoStatus.Status = Status;
	Irp->IoStatus.Information = Information;
	IoCompleteRequest(Irp, IO_NO_INCREMENT);
	return Status;
}

NTSTATUS DaybookOpenClose(_In_ PDEVICE_OBJECT DeviceObject, _Inout_ PIRP Irp)
{
	UNREFERENCED_PARAMETER(DeviceObject);
	return DaybookComplete(Irp, STATUS_SUCCESS, 0);
}

VOID DaybookCancel(_Inout_ PDEVICE_OBJECT DeviceObject, _Inout_ _IRQL_uses_cancel_ PIRP Irp)
{
	PDAYBOOK book = DeviceObject->DeviceExtension;
	KIRQL irql;

	IoReleaseCancelSpinLock(Irp->CancelIrql);
	KeAcquireSpinLock(&book->Lock, &irql);
	if (book->Waiting == Irp)
		book->Waiting = NULL;
	book->Cancelled++;
	KeReleaseSpinLock(&book->Lock, irql);
	DaybookComplete(Irp, STATUS_CANCELLED, 0);
}

// Keeps a request until there is an entry. One is kept at a time.
static NTSTATUS DaybookWait(PDAYBOOK book, PIRP Irp)
{
	KIRQL irql;

	KeAcquireSpinLock(&book->Lock, &irql);
	if (book->Waiting) {
		KeReleaseSpinLock(&book->Lock, irql);
		return DaybookComplete(Irp, STATUS_DEVICE_BUSY, 0);
	}
	IoMarkIrpPending(Irp);
	IoSetCancelRoutine(Irp, DaybookCancel);
	if (Irp->Cancel && IoSetCancelRoutine(Irp, NULL)) { // nobody else will
		KeReleaseSpinLock(&book->Lock, irql);
		DaybookComplete(Irp, STATUS_CANCELLED, 0);
		return STATUS_PENDING;
	}
	book->Waiting = Irp;
	KeReleaseSpinLock(&book->Lock, irql);
	Irp->IoStatus.Information = 0; // SEED
	return STATUS_PENDING;
}

// Makes an entry and wakes who waits, unless the cancel routine has the request already.
static NTSTATUS DaybookEnter(PDAYBOOK book, PIRP Irp)
{
	PIRP waiting;
	KIRQL irql;

	KeAcquireSpinLock(&book->Lock, &irql);
	book->Entries++;
	waiting = book->Waiting;
	if (waiting && !IoSetCancelRoutine(waiting, NULL))
		waiting = NULL;
	if (waiting) {
		book->Waiting = NULL;
		book->Woken++;
	}
	KeReleaseSpinLock(&book->Lock, irql);
	if (waiting)
		DaybookComplete(waiting, STATUS_SUCCESS, 0);
	return DaybookComplete(Irp, STATUS_SUCCESS, 0);
}

static NTSTATUS DaybookCount(PDAYBOOK book, PIRP Irp, ULONG length)
{
	PULONG count = Irp->AssociatedIrp.SystemBuffer;
	KIRQL irql;

	if (length < sizeof(ULONG))
		return DaybookComplete(Irp, STATUS_BUFFER_TOO_SMALL, 0);
	KeAcquireSpinLock(&book->Lock, &irql);
	*count = book->Entries;
	KeReleaseSpinLock(&book->Lock, irql);
	return DaybookComplete(Irp, STATUS_SUCCESS, sizeof(ULONG));
}

NTSTATUS DaybookControl(_In_ PDEVICE_OBJECT DeviceObject, _Inout_ PIRP Irp)
{
	PDAYBOOK book = DeviceObject->DeviceExtension;
	PIO_STACK_LOCATION at = IoGetCurrentIrpStackLocation(Irp);

	switch (at->Parameters.DeviceIoControl.IoControlCode) {
	case IOCTL_DAYBOOK_WAIT:
		return DaybookWait(book, Irp);
	case IOCTL_DAYBOOK_ENTER:
		return DaybookEnter(book, Irp);
	case IOCTL_DAYBOOK_COUNT:
		return DaybookCount(book, Irp, at->Parameters.DeviceIoControl.OutputBufferLength);
	default:
		return DaybookComplete(Irp, STATUS_INVALID_DEVICE_REQUEST, 0);
	}
}

VOID DaybookUnload(_In_ PDRIVER_OBJECT DriverObject)
{
	IoDeleteDevice(DriverObject->DeviceObject);
}

NTSTATUS DriverEntry(_In_ PDRIVER_OBJECT DriverObject, _In_ PUNICODE_STRING RegistryPath)
{
	PDEVICE_OBJECT device;
	PDAYBOOK book;
	NTSTATUS status;

	UNREFERENCED_PARAMETER(RegistryPath);
	status = IoCreateDevice(DriverObject, sizeof(DAYBOOK), NULL, FILE_DEVICE_UNKNOWN, FILE_DEVICE_SECURE_OPEN, FALSE, &device);
	if (!NT_SUCCESS(status))
		return status;
	book = device->DeviceExtension;
	KeInitializeSpinLock(&book->Lock);
	DriverObject->MajorFunction[IRP_MJ_CREATE] = DaybookOpenClose;
	DriverObject->MajorFunction[IRP_MJ_CLOSE] = DaybookOpenClose;
	DriverObject->MajorFunction[IRP_MJ_DEVICE_CONTROL] = DaybookControl;
	DriverObject->DriverUnload = DaybookUnload;
	device->Flags |= DO_BUFFERED_IO;
	device->Flags &= ~DO_DEVICE_INITIALIZING;
	return STATUS_SUCCESS;
}
