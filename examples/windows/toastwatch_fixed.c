// A driver that watches toasters: a filter above the device of a bus (WDM).
//
// Plug and Play requests change the state of the device under a spin lock; a timer looks whether the device is there and counts; read requests wait in a list until the timer
// hands out what it has seen, and can be cancelled. Requests that go down come back to completion routines.
//
// In toastwatch.c power requests look at the state without the lock; here they take it.
//
//   heddle check --platform windows examples/windows/toastwatch_fixed.c
#include <ntddk.h>

#define TOAST_TAG 'tsoT'
#define TOAST_PERIOD_MS 100

typedef enum _TOAST_STATE {
	ToastAdded,
	ToastStarted,
	ToastStopping,
	ToastStopped,
	ToastGone
} TOAST_STATE;

typedef struct _TOAST_EXTENSION {
	PDEVICE_OBJECT Self;
	PDEVICE_OBJECT Below;
	KSPIN_LOCK Lock;          // of State, Seen and Waiting
	TOAST_STATE State;
	ULONG Seen;               // how often the timer found the device
	LIST_ENTRY Waiting;       // reads that wait for the timer
	IO_REMOVE_LOCK Remove;
	KTIMER Timer;
	KDPC TimerDpc;
	TOAST_STATE Previous;     // before the device was asked to stop: for Plug and Play requests, of which there is one at a time
	DEVICE_POWER_STATE Power; // for requests about the state of the device, of which there is one at a time
	ULONG Period;             // set when the device is started, and nothing else runs
	LONG Open;
} TOAST_EXTENSION, *PTOAST_EXTENSION;

DRIVER_INITIALIZE DriverEntry;
DRIVER_ADD_DEVICE ToastAddDevice;
DRIVER_UNLOAD ToastUnload;
_Dispatch_type_(IRP_MJ_CREATE) _Dispatch_type_(IRP_MJ_CLOSE) DRIVER_DISPATCH ToastOpenClose;
_Dispatch_type_(IRP_MJ_READ) DRIVER_DISPATCH ToastRead;
_Dispatch_type_(IRP_MJ_CLEANUP) DRIVER_DISPATCH ToastCleanup;
_Dispatch_type_(IRP_MJ_PNP) DRIVER_DISPATCH ToastPnp;
_Dispatch_type_(IRP_MJ_POWER) DRIVER_DISPATCH ToastPower;
IO_COMPLETION_ROUTINE ToastWake;
KDEFERRED_ROUTINE ToastTick;
DRIVER_CANCEL ToastCancel;

static NTSTATUS ToastFinish(PIRP Irp, NTSTATUS Status, ULONG_PTR Information)
{
	Irp->IoStatus.Status = Status;
	Irp->IoStatus.Information = Information;
	IoCompleteRequest(Irp, IO_NO_INCREMENT);
	return Status;
}

_Use_decl_annotations_
NTSTATUS ToastOpenClose(PDEVICE_OBJECT DeviceObject, PIRP Irp)
{
	PTOAST_EXTENSION ext = DeviceObject->DeviceExtension;

	if (IoGetCurrentIrpStackLocation(Irp)->MajorFunction == IRP_MJ_CREATE)
		InterlockedIncrement(&ext->Open);
	else
		InterlockedDecrement(&ext->Open);
	return ToastFinish(Irp, STATUS_SUCCESS, 0);
}

// The timer hands out what it has seen to one read that waits.
_Use_decl_annotations_
VOID ToastTick(PKDPC Dpc, PVOID DeferredContext, PVOID SystemArgument1, PVOID SystemArgument2)
{
	PTOAST_EXTENSION ext = DeferredContext;
	PIRP irp = NULL;
	ULONG seen;

	UNREFERENCED_PARAMETER(Dpc);
	UNREFERENCED_PARAMETER(SystemArgument1);
	UNREFERENCED_PARAMETER(SystemArgument2);
	KeAcquireSpinLockAtDpcLevel(&ext->Lock);
	if (ext->State == ToastStarted)
		ext->Seen++;
	seen = ext->Seen;
	if (!IsListEmpty(&ext->Waiting)) {
		PLIST_ENTRY entry = RemoveHeadList(&ext->Waiting);

		irp = CONTAINING_RECORD(entry, IRP, Tail.Overlay.ListEntry);
		if (IoSetCancelRoutine(irp, NULL) == NULL) {
			InitializeListHead(entry); // its cancel routine takes it out, and completes it
			irp = NULL;
		}
	}
	KeReleaseSpinLockFromDpcLevel(&ext->Lock);
	if (irp != NULL) {
		*(PULONG)irp->AssociatedIrp.SystemBuffer = seen;
		ToastFinish(irp, STATUS_SUCCESS, sizeof(ULONG));
	}
}

_Use_decl_annotations_
VOID ToastCancel(PDEVICE_OBJECT DeviceObject, PIRP Irp)
{
	PTOAST_EXTENSION ext = DeviceObject->DeviceExtension;
	KIRQL irql;

	IoReleaseCancelSpinLock(Irp->CancelIrql);
	KeAcquireSpinLock(&ext->Lock, &irql);
	RemoveEntryList(&Irp->Tail.Overlay.ListEntry);
	KeReleaseSpinLock(&ext->Lock, irql);
	ToastFinish(Irp, STATUS_CANCELLED, 0);
}

_Use_decl_annotations_
NTSTATUS ToastRead(PDEVICE_OBJECT DeviceObject, PIRP Irp)
{
	PTOAST_EXTENSION ext = DeviceObject->DeviceExtension;
	PIO_STACK_LOCATION at = IoGetCurrentIrpStackLocation(Irp);
	NTSTATUS status = STATUS_PENDING;
	KIRQL irql;

	if (at->Parameters.Read.Length < sizeof(ULONG) || ext->Period == 0)
		return ToastFinish(Irp, STATUS_BUFFER_TOO_SMALL, 0);
	KeAcquireSpinLock(&ext->Lock, &irql);
	if (ext->State != ToastStarted) {
		status = STATUS_DEVICE_NOT_READY;
	} else {
		IoMarkIrpPending(Irp);
		InsertTailList(&ext->Waiting, &Irp->Tail.Overlay.ListEntry);
		IoSetCancelRoutine(Irp, ToastCancel);
		if (Irp->Cancel && IoSetCancelRoutine(Irp, NULL) != NULL) {
			RemoveEntryList(&Irp->Tail.Overlay.ListEntry);
			status = STATUS_CANCELLED;
		}
	}
	KeReleaseSpinLock(&ext->Lock, irql);
	if (status == STATUS_PENDING)
		return status;
	ToastFinish(Irp, status, 0);
	return status == STATUS_CANCELLED ? STATUS_PENDING : status;
}

// Reads of a file whose last handle is gone are not waited for.
_Use_decl_annotations_
NTSTATUS ToastCleanup(PDEVICE_OBJECT DeviceObject, PIRP Irp)
{
	PTOAST_EXTENSION ext = DeviceObject->DeviceExtension;
	PFILE_OBJECT file = IoGetCurrentIrpStackLocation(Irp)->FileObject;
	PIRP irp = NULL;
	KIRQL irql;

	KeAcquireSpinLock(&ext->Lock, &irql);
	if (!IsListEmpty(&ext->Waiting)) {
		PIRP first = CONTAINING_RECORD(ext->Waiting.Flink, IRP, Tail.Overlay.ListEntry);

		if (IoGetCurrentIrpStackLocation(first)->FileObject == file && IoSetCancelRoutine(first, NULL) != NULL) {
			RemoveEntryList(&first->Tail.Overlay.ListEntry);
			irp = first;
		}
	}
	KeReleaseSpinLock(&ext->Lock, irql);
	if (irp != NULL)
		ToastFinish(irp, STATUS_CANCELLED, 0);
	return ToastFinish(Irp, STATUS_SUCCESS, 0);
}

// What was sent down has come back: whoever waits goes on.
_Use_decl_annotations_
NTSTATUS ToastWake(PDEVICE_OBJECT DeviceObject, PIRP Irp, PVOID Context)
{
	UNREFERENCED_PARAMETER(DeviceObject);
	UNREFERENCED_PARAMETER(Irp);
	KeSetEvent((PKEVENT)Context, IO_NO_INCREMENT, FALSE);
	return STATUS_MORE_PROCESSING_REQUIRED;
}

static NTSTATUS ToastForwardAndWait(PTOAST_EXTENSION ext, PIRP Irp)
{
	KEVENT done;
	NTSTATUS status;

	KeInitializeEvent(&done, NotificationEvent, FALSE);
	IoCopyCurrentIrpStackLocationToNext(Irp);
	IoSetCompletionRoutine(Irp, ToastWake, &done, TRUE, TRUE, TRUE);
	status = IoCallDriver(ext->Below, Irp);
	if (status == STATUS_PENDING) {
		KeWaitForSingleObject(&done, Executive, KernelMode, FALSE, NULL);
		status = Irp->IoStatus.Status;
	}
	return status;
}

static TOAST_STATE ToastSetState(PTOAST_EXTENSION ext, TOAST_STATE state)
{
	TOAST_STATE before;
	KIRQL irql;

	KeAcquireSpinLock(&ext->Lock, &irql);
	before = ext->State;
	ext->State = state;
	KeReleaseSpinLock(&ext->Lock, irql);
	return before;
}

_Use_decl_annotations_
NTSTATUS ToastPnp(PDEVICE_OBJECT DeviceObject, PIRP Irp)
{
	PTOAST_EXTENSION ext = DeviceObject->DeviceExtension;
	PIO_STACK_LOCATION at = IoGetCurrentIrpStackLocation(Irp);
	PDEVICE_OBJECT below = ext->Below;
	LARGE_INTEGER due;
	NTSTATUS status;

	status = IoAcquireRemoveLock(&ext->Remove, Irp);
	if (!NT_SUCCESS(status))
		return ToastFinish(Irp, status, 0);
	switch (at->MinorFunction) {
	case IRP_MN_START_DEVICE:
		status = ToastForwardAndWait(ext, Irp);
		if (NT_SUCCESS(status)) {
			ext->Period = TOAST_PERIOD_MS;
			ToastSetState(ext, ToastStarted);
			due.QuadPart = -10000LL * ext->Period;
			KeSetTimerEx(&ext->Timer, due, ext->Period, &ext->TimerDpc);
		}
		ToastFinish(Irp, status, 0);
		IoReleaseRemoveLock(&ext->Remove, Irp);
		return status;
	case IRP_MN_QUERY_STOP_DEVICE:
		ext->Previous = ToastSetState(ext, ToastStopping);
		break;
	case IRP_MN_CANCEL_STOP_DEVICE:
		ToastSetState(ext, ext->Previous);
		break;
	case IRP_MN_STOP_DEVICE:
		ToastSetState(ext, ToastStopped);
		break;
	case IRP_MN_SURPRISE_REMOVAL:
		ToastSetState(ext, ToastGone);
		break;
	case IRP_MN_REMOVE_DEVICE:
		ToastSetState(ext, ToastGone);
		KeCancelTimer(&ext->Timer);
		KeFlushQueuedDpcs();
		Irp->IoStatus.Status = STATUS_SUCCESS;
		IoSkipCurrentIrpStackLocation(Irp);
		status = IoCallDriver(below, Irp);
		IoReleaseRemoveLockAndWait(&ext->Remove, Irp);
		IoDetachDevice(below);
		IoDeleteDevice(DeviceObject);
		return status;
	default:
		break;
	}
	Irp->IoStatus.Status = STATUS_SUCCESS;
	IoSkipCurrentIrpStackLocation(Irp);
	status = IoCallDriver(below, Irp);
	IoReleaseRemoveLock(&ext->Remove, Irp);
	return status;
}

_Use_decl_annotations_
NTSTATUS ToastPower(PDEVICE_OBJECT DeviceObject, PIRP Irp)
{
	PTOAST_EXTENSION ext = DeviceObject->DeviceExtension;
	PIO_STACK_LOCATION at = IoGetCurrentIrpStackLocation(Irp);
	NTSTATUS status;
	KIRQL irql;
	BOOLEAN gone;

	KeAcquireSpinLock(&ext->Lock, &irql);
	gone = ext->State == ToastGone;
	KeReleaseSpinLock(&ext->Lock, irql);
	if (gone) {
		PoStartNextPowerIrp(Irp);
		return ToastFinish(Irp, STATUS_DELETE_PENDING, 0);
	}
	status = IoAcquireRemoveLock(&ext->Remove, Irp);
	if (!NT_SUCCESS(status)) {
		PoStartNextPowerIrp(Irp);
		return ToastFinish(Irp, status, 0);
	}
	if (at->MinorFunction == IRP_MN_SET_POWER && at->Parameters.Power.Type == DevicePowerState)
		ext->Power = at->Parameters.Power.State.DeviceState;
	PoStartNextPowerIrp(Irp);
	IoSkipCurrentIrpStackLocation(Irp);
	status = PoCallDriver(ext->Below, Irp);
	IoReleaseRemoveLock(&ext->Remove, Irp);
	return status;
}

_Use_decl_annotations_
NTSTATUS ToastAddDevice(PDRIVER_OBJECT DriverObject, PDEVICE_OBJECT PhysicalDeviceObject)
{
	PTOAST_EXTENSION ext;
	PDEVICE_OBJECT device;
	NTSTATUS status;

	status = IoCreateDevice(DriverObject, sizeof(TOAST_EXTENSION), NULL, FILE_DEVICE_UNKNOWN, FILE_DEVICE_SECURE_OPEN, FALSE, &device);
	if (!NT_SUCCESS(status))
		return status;
	ext = device->DeviceExtension;
	ext->Self = device;
	ext->State = ToastAdded;
	ext->Power = PowerDeviceD0;
	KeInitializeSpinLock(&ext->Lock);
	InitializeListHead(&ext->Waiting);
	IoInitializeRemoveLock(&ext->Remove, TOAST_TAG, 0, 0);
	KeInitializeTimer(&ext->Timer);
	KeInitializeDpc(&ext->TimerDpc, ToastTick, ext);
	ext->Below = IoAttachDeviceToDeviceStack(device, PhysicalDeviceObject);
	if (ext->Below == NULL) {
		IoDeleteDevice(device);
		return STATUS_DEVICE_REMOVED;
	}
	device->Flags |= DO_BUFFERED_IO | DO_POWER_PAGABLE;
	device->Flags &= ~DO_DEVICE_INITIALIZING;
	return STATUS_SUCCESS;
}

_Use_decl_annotations_
VOID ToastUnload(PDRIVER_OBJECT DriverObject)
{
	UNREFERENCED_PARAMETER(DriverObject);
}

_Use_decl_annotations_
NTSTATUS DriverEntry(PDRIVER_OBJECT DriverObject, PUNICODE_STRING RegistryPath)
{
	UNREFERENCED_PARAMETER(RegistryPath);
	DriverObject->MajorFunction[IRP_MJ_CREATE] = ToastOpenClose;
	DriverObject->MajorFunction[IRP_MJ_CLOSE] = ToastOpenClose;
	DriverObject->MajorFunction[IRP_MJ_CLEANUP] = ToastCleanup;
	DriverObject->MajorFunction[IRP_MJ_READ] = ToastRead;
	DriverObject->MajorFunction[IRP_MJ_PNP] = ToastPnp;
	DriverObject->MajorFunction[IRP_MJ_POWER] = ToastPower;
	DriverObject->DriverExtension->AddDevice = ToastAddDevice;
	DriverObject->DriverUnload = ToastUnload;
	return STATUS_SUCCESS;
}
