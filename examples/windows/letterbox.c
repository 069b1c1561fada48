// A box of letters (WDM). A write puts a letter in, a read takes one out or waits for it, a timer sends away who has waited too long, and a cancel routine who does not want to wait any more: four routines at once.
// A read that waits is completed by the first of them that takes its cancel routine away; the cancel routine itself is the first if it runs.
//
// A write that finds a reader does not ask who was first (SEED): if the cancel routine runs already, the request is completed twice.
//
//   heddle check --platform windows examples/windows/letterbox.c
#include <ntddk.h>

#define BOX_LETTERS 4

typedef struct _BOX {
	KSPIN_LOCK Lock; // of all that follows
	ULONG First, Count;
	UCHAR Letter[BOX_LETTERS];
	PIRP Reader;
	ULONG Patience; // how many ticks the reader still waits
	ULONG Lost;
	KTIMER Timer;
	KDPC Dpc;
} BOX, *PBOX;

DRIVER_INITIALIZE DriverEntry;
DRIVER_UNLOAD BoxUnload;
_Dispatch_type_(IRP_MJ_CREATE) _Dispatch_type_(IRP_MJ_CLOSE) DRIVER_DISPATCH BoxOpenClose;
_Dispatch_type_(IRP_MJ_READ) DRIVER_DISPATCH BoxRead;
_Dispatch_type_(IRP_MJ_WRITE) DRIVER_DISPATCH BoxWrite;
DRIVER_CANCEL BoxCancel;
KDEFERRED_ROUTINE BoxTick;

static NTSTATUS BoxComplete(PIRP Irp, NTSTATUS Status, ULONG_PTR Information)
{
	Irp->IoStatus.Status = Status;
	Irp->IoStatus.Information = Information;
	IoCompleteRequest(Irp, IO_NO_INCREMENT);
	return Status;
}

NTSTATUS BoxOpenClose(_In_ PDEVICE_OBJECT DeviceObject, _Inout_ PIRP Irp)
{
	UNREFERENCED_PARAMETER(DeviceObject);
	return BoxComplete(Irp, STATUS_SUCCESS, 0);
}

// Gives a letter to a read that is its caller's own.
static NTSTATUS BoxGive(PIRP Irp, UCHAR letter)
{
	PUCHAR buffer = Irp->AssociatedIrp.SystemBuffer;

	if (IoGetCurrentIrpStackLocation(Irp)->Parameters.Read.Length == 0)
		return BoxComplete(Irp, STATUS_SUCCESS, 0);
	buffer[0] = letter;
	return BoxComplete(Irp, STATUS_SUCCESS, 1);
}

VOID BoxCancel(_Inout_ PDEVICE_OBJECT DeviceObject, _Inout_ _IRQL_uses_cancel_ PIRP Irp)
{
	PBOX box = DeviceObject->DeviceExtension;
	KIRQL irql;

	IoReleaseCancelSpinLock(Irp->CancelIrql);
	KeAcquireSpinLock(&box->Lock, &irql);
	if (box->Reader == Irp)
		box->Reader = NULL;
	KeReleaseSpinLock(&box->Lock, irql);
	BoxComplete(Irp, STATUS_CANCELLED, 0);
}

NTSTATUS BoxRead(_In_ PDEVICE_OBJECT DeviceObject, _Inout_ PIRP Irp)
{
	PBOX box = DeviceObject->DeviceExtension;
	LARGE_INTEGER second;
	UCHAR letter;
	KIRQL irql;

	KeAcquireSpinLock(&box->Lock, &irql);
	if (box->Count > 0) {
		letter = box->Letter[box->First % BOX_LETTERS];
		box->First++;
		box->Count--;
		KeReleaseSpinLock(&box->Lock, irql);
		return BoxGive(Irp, letter);
	}
	if (box->Reader) {
		KeReleaseSpinLock(&box->Lock, irql);
		return BoxComplete(Irp, STATUS_DEVICE_BUSY, 0);
	}
	IoMarkIrpPending(Irp);
	IoSetCancelRoutine(Irp, BoxCancel);
	if (Irp->Cancel && IoSetCancelRoutine(Irp, NULL)) {
		KeReleaseSpinLock(&box->Lock, irql);
		BoxComplete(Irp, STATUS_CANCELLED, 0);
		return STATUS_PENDING;
	}
	box->Reader = Irp;
	box->Patience = 3;
	second.QuadPart = -10000000;
	KeSetTimer(&box->Timer, second, &box->Dpc);
	KeReleaseSpinLock(&box->Lock, irql);
	return STATUS_PENDING;
}

NTSTATUS BoxWrite(_In_ PDEVICE_OBJECT DeviceObject, _Inout_ PIRP Irp)
{
	PBOX box = DeviceObject->DeviceExtension;
	PUCHAR buffer = Irp->AssociatedIrp.SystemBuffer;
	UCHAR letter;
	PIRP reader;
	KIRQL irql;

	if (IoGetCurrentIrpStackLocation(Irp)->Parameters.Write.Length == 0)
		return BoxComplete(Irp, STATUS_INVALID_PARAMETER, 0);
	letter = buffer[0];
	KeAcquireSpinLock(&box->Lock, &irql);
	reader = box->Reader;
	if (reader) {
		IoSetCancelRoutine(reader, NULL); // SEED
		box->Reader = NULL;
	} else if (box->Count < BOX_LETTERS) {
		box->Letter[(box->First + box->Count) % BOX_LETTERS] = letter;
		box->Count++;
	} else {
		box->Lost++;
	}
	KeReleaseSpinLock(&box->Lock, irql);
	if (reader)
		BoxGive(reader, letter);
	return BoxComplete(Irp, STATUS_SUCCESS, 1);
}

VOID BoxTick(_In_ PKDPC Dpc, _In_opt_ PVOID Context, _In_opt_ PVOID Argument1, _In_opt_ PVOID Argument2)
{
	PBOX box = Context;
	PIRP late = NULL;

	UNREFERENCED_PARAMETER(Dpc);
	UNREFERENCED_PARAMETER(Argument1);
	UNREFERENCED_PARAMETER(Argument2);
	KeAcquireSpinLockAtDpcLevel(&box->Lock);
	if (box->Patience > 0)
		box->Patience--;
	if (box->Patience == 0 && box->Reader && IoSetCancelRoutine(box->Reader, NULL)) {
		late = box->Reader;
		box->Reader = NULL;
	}
	KeReleaseSpinLockFromDpcLevel(&box->Lock);
	if (late)
		BoxComplete(late, STATUS_TIMEOUT, 0);
}

VOID BoxUnload(_In_ PDRIVER_OBJECT DriverObject)
{
	PBOX box = DriverObject->DeviceObject->DeviceExtension;

	KeCancelTimer(&box->Timer);
	KeFlushQueuedDpcs();
	IoDeleteDevice(DriverObject->DeviceObject);
}

NTSTATUS DriverEntry(_In_ PDRIVER_OBJECT DriverObject, _In_ PUNICODE_STRING RegistryPath)
{
	PDEVICE_OBJECT device;
	NTSTATUS status;
	PBOX box;

	UNREFERENCED_PARAMETER(RegistryPath);
	status = IoCreateDevice(DriverObject, sizeof(BOX), NULL, FILE_DEVICE_UNKNOWN, FILE_DEVICE_SECURE_OPEN, FALSE, &device);
	if (!NT_SUCCESS(status))
		return status;
	box = device->DeviceExtension;
	KeInitializeSpinLock(&box->Lock);
	KeInitializeTimer(&box->Timer);
	KeInitializeDpc(&box->Dpc, BoxTick, box);
	DriverObject->MajorFunction[IRP_MJ_CREATE] = BoxOpenClose;
	DriverObject->MajorFunction[IRP_MJ_CLOSE] = BoxOpenClose;
	DriverObject->MajorFunction[IRP_MJ_READ] = BoxRead;
	DriverObject->MajorFunction[IRP_MJ_WRITE] = BoxWrite;
	DriverObject->DriverUnload = BoxUnload;
	device->Flags |= DO_BUFFERED_IO;
	device->Flags &= ~DO_DEVICE_INITIALIZING;
	return STATUS_SUCCESS;
}
