// A serial port (WDM), with a device extension of more than a hundred fields. What the line is set to and what was counted belongs to the lock Control; what the interrupt and the reader share,
// the receive buffer, belongs to the lock of the interrupt. Reads take from the buffer with KeSynchronizeExecution.
//
// In wireline.c the deferred routine counts what was received before it takes the lock, while a read looks how much that is, and an ioctl that asks for the statistics clears it; here it has the lock.
//
//   heddle check --platform windows examples/windows/wireline_fixed.c
#include <ntddk.h>

#define LINE_BUFFER 16
#define LINE_TAG 'eniL'
#define LINE_CODE(n) CTL_CODE(FILE_DEVICE_SERIAL_PORT, n, METHOD_BUFFERED, FILE_ANY_ACCESS)
#define IOCTL_LINE_SET_BAUD LINE_CODE(1)
#define IOCTL_LINE_SET_CONTROL LINE_CODE(2)
#define IOCTL_LINE_SET_CHARS LINE_CODE(3)
#define IOCTL_LINE_SET_TIMEOUTS LINE_CODE(4)
#define IOCTL_LINE_SET_HANDFLOW LINE_CODE(5)
#define IOCTL_LINE_GET_STATS LINE_CODE(6)
#define IOCTL_LINE_GET_STATUS LINE_CODE(7)
#define IOCTL_LINE_SET_MODEM LINE_CODE(8)

#define LSR_READY 0x01
#define LSR_OVERRUN 0x02
#define LSR_PARITY 0x04
#define LSR_FRAMING 0x08
#define LSR_BREAK 0x10

typedef struct _LINE_STATS {
	ULONG Received, Transmitted, FrameErrors, Overruns, ParityErrors, Breaks, BufferOverruns;
} LINE_STATS, *PLINE_STATS;

typedef struct _LINE {
	PDEVICE_OBJECT DeviceObject, LowerDevice, PhysicalDevice;
	PKINTERRUPT Interrupt;
	PUCHAR Controller;
	ULONG Vector, Level, Affinity, InterruptMode, Share, ClockRate;
	// The lock of what the line is set to, and of what was counted.
	KSPIN_LOCK Control;
	ULONG BaudRate, Divisor, PreviousBaud;
	UCHAR StopBits, Parity, WordLength, LineControl, ValidMask;
	UCHAR EofChar, ErrorChar, BreakChar, EventChar, XonChar, XoffChar, EscapeChar;
	ULONG ControlHandShake, FlowReplace, XonLimit, XoffLimit;
	ULONG ReadInterval, ReadMultiplier, ReadConstant, WriteMultiplier, WriteConstant;
	ULONG WaitMask, HistoryMask, HistoryWait;
	UCHAR ModemControl, ModemStatus, LastModemStatus, FifoControl, RxTrigger, TxFifo;
	BOOLEAN DtrState, RtsState, CtsHolding, DsrHolding, XoffSent, XoffReceived, BreakState, SendingXon;
	ULONG Received, Transmitted, FrameErrors, Overruns, ParityErrors, Breaks, BufferOverruns;
	ULONG ReadsStarted, ReceivedBefore, ReadsDone, WritesStarted, WritesDone, Purges, Opens, Configurations, Wakes;
	LARGE_INTEGER IntervalTime, CutOver, ShortInterval, LongInterval, LastRead, LastWrite;
	ULONG ReadLength, WriteLength, CountOfTries, ErrorWord, HoldingReasons, PermitAutomatic;
	// What follows belongs to the lock of the interrupt.
	PUCHAR Buffer;
	ULONG First, Count, LowWater, HighWater;
	UCHAR LineStatus, InterruptId, PendingErrors, LastChar;
	ULONG Interrupts, Spurious, CharsLost, BytesSeen;
	BOOLEAN Draining, Throttled, Emptied, ErrorSeen;
	// Set when the device is added.
	ULONG PortIndex, SubVendor, DeviceClass, SystemPower, DevicePower, WakeCapable, RetainPower, ForceFifo;
	ULONG MaxBaud, RegisterSpan, AddressSpace, InterfaceType, BusNumber, FirmwareBase;
} LINE, *PLINE;

DRIVER_INITIALIZE DriverEntry;
DRIVER_UNLOAD LineUnload;
_Dispatch_type_(IRP_MJ_CREATE) _Dispatch_type_(IRP_MJ_CLOSE) DRIVER_DISPATCH LineOpenClose;
_Dispatch_type_(IRP_MJ_READ) DRIVER_DISPATCH LineRead;
_Dispatch_type_(IRP_MJ_DEVICE_CONTROL) DRIVER_DISPATCH LineControl;
KSERVICE_ROUTINE LineInterrupt;
IO_DPC_ROUTINE LineDeferred;
KSYNCHRONIZE_ROUTINE LineTake;

static NTSTATUS LineComplete(PIRP Irp, NTSTATUS Status, ULONG_PTR Information)
{
	Irp->IoStatus.Status = Status;
	Irp->IoStatus.Information = Information;
	IoCompleteRequest(Irp, IO_NO_INCREMENT);
	return Status;
}

NTSTATUS LineOpenClose(_In_ PDEVICE_OBJECT DeviceObject, _Inout_ PIRP Irp)
{
	UNREFERENCED_PARAMETER(DeviceObject);
	return LineComplete(Irp, STATUS_SUCCESS, 0);
}

BOOLEAN LineInterrupt(_In_ PKINTERRUPT Interrupt, _In_opt_ PVOID Context)
{
	PLINE line = Context;
	UCHAR status = READ_PORT_UCHAR(line->Controller + 5), c;

	UNREFERENCED_PARAMETER(Interrupt);
	line->Interrupts++;
	line->LineStatus = status;
	if (!(status & LSR_READY)) {
		line->Spurious++;
		return FALSE;
	}
	c = READ_PORT_UCHAR(line->Controller);
	line->BytesSeen++;
	line->LastChar = c;
	line->PendingErrors |= status & (LSR_OVERRUN | LSR_PARITY | LSR_FRAMING | LSR_BREAK);
	if (line->Count < LINE_BUFFER) {
		line->Buffer[(line->First + line->Count) % LINE_BUFFER] = c;
		line->Count++;
	} else {
		line->CharsLost++;
		line->ErrorSeen = TRUE;
	}
	IoRequestDpc(line->DeviceObject, NULL, ULongToPtr(status));
	return TRUE;
}

VOID LineDeferred(_In_ PKDPC Dpc, _In_ PDEVICE_OBJECT DeviceObject, _Inout_opt_ PIRP Irp, _In_opt_ PVOID Context)
{
	PLINE line = DeviceObject->DeviceExtension;
	UCHAR status = (UCHAR)PtrToUlong(Context);

	UNREFERENCED_PARAMETER(Dpc);
	UNREFERENCED_PARAMETER(Irp);
	KeAcquireSpinLockAtDpcLevel(&line->Control);
	line->Received++;
	if (status & LSR_OVERRUN)
		line->Overruns++;
	if (status & LSR_PARITY)
		line->ParityErrors++;
	if (status & LSR_FRAMING)
		line->FrameErrors++;
	if (status & LSR_BREAK) {
		line->Breaks++;
		line->BreakState = TRUE;
	}
	if (line->WaitMask & status)
		line->HistoryMask |= status;
	KeReleaseSpinLockFromDpcLevel(&line->Control);
}

typedef struct _LINE_TAKE {
	PLINE Line;
	ULONG Taken;
	UCHAR Char;
} LINE_TAKE, *PLINE_TAKE;

// Takes a character from the buffer. It runs with the lock of the interrupt.
BOOLEAN LineTake(_In_opt_ PVOID Context)
{
	PLINE_TAKE take = Context;
	PLINE line = take->Line;

	if (line->Count == 0) {
		line->Emptied = TRUE;
		return FALSE;
	}
	take->Char = line->Buffer[line->First % LINE_BUFFER];
	take->Taken = 1;
	line->First++;
	line->Count--;
	line->Throttled = FALSE;
	return TRUE;
}

NTSTATUS LineRead(_In_ PDEVICE_OBJECT DeviceObject, _Inout_ PIRP Irp)
{
	PLINE line = DeviceObject->DeviceExtension;
	PUCHAR buffer = Irp->AssociatedIrp.SystemBuffer;
	LINE_TAKE take = {line, 0, 0};
	KIRQL irql;

	if (IoGetCurrentIrpStackLocation(Irp)->Parameters.Read.Length == 0)
		return LineComplete(Irp, STATUS_SUCCESS, 0);
	KeAcquireSpinLock(&line->Control, &irql);
	line->ReadsStarted++;
	line->ReceivedBefore = line->Received;
	KeReleaseSpinLock(&line->Control, irql);
	if (!KeSynchronizeExecution(line->Interrupt, LineTake, &take))
		return LineComplete(Irp, STATUS_TIMEOUT, 0);
	buffer[0] = take.Char;
	KeAcquireSpinLock(&line->Control, &irql);
	line->ReadsDone++;
	KeReleaseSpinLock(&line->Control, irql);
	return LineComplete(Irp, STATUS_SUCCESS, 1);
}

static VOID LineStatistics(PLINE line, PLINE_STATS stats)
{
	stats->Received = line->Received;
	stats->Transmitted = line->Transmitted;
	stats->FrameErrors = line->FrameErrors;
	stats->Overruns = line->Overruns;
	stats->ParityErrors = line->ParityErrors;
	stats->Breaks = line->Breaks;
	stats->BufferOverruns = line->BufferOverruns;
	line->Received = line->Transmitted = line->FrameErrors = line->Overruns = line->ParityErrors = line->Breaks = line->BufferOverruns = 0;
}

NTSTATUS LineControl(_In_ PDEVICE_OBJECT DeviceObject, _Inout_ PIRP Irp)
{
	PLINE line = DeviceObject->DeviceExtension;
	PIO_STACK_LOCATION at = IoGetCurrentIrpStackLocation(Irp);
	PULONG word = Irp->AssociatedIrp.SystemBuffer;
	ULONG in = at->Parameters.DeviceIoControl.InputBufferLength, out = at->Parameters.DeviceIoControl.OutputBufferLength;
	NTSTATUS status = STATUS_SUCCESS;
	ULONG_PTR information = 0;
	KIRQL irql;

	if (in < 5 * sizeof(ULONG) || out < sizeof(LINE_STATS))
		return LineComplete(Irp, STATUS_BUFFER_TOO_SMALL, 0);
	KeAcquireSpinLock(&line->Control, &irql);
	line->Configurations++;
	switch (at->Parameters.DeviceIoControl.IoControlCode) {
	case IOCTL_LINE_SET_BAUD:
		line->PreviousBaud = line->BaudRate;
		line->BaudRate = word[0];
		line->Divisor = word[1];
		break;
	case IOCTL_LINE_SET_CONTROL:
		line->StopBits = (UCHAR)word[0];
		line->Parity = (UCHAR)word[1];
		line->WordLength = (UCHAR)word[2];
		line->LineControl = line->StopBits | line->Parity | line->WordLength;
		break;
	case IOCTL_LINE_SET_CHARS:
		line->EofChar = (UCHAR)word[0];
		line->ErrorChar = (UCHAR)word[1];
		line->BreakChar = (UCHAR)word[2];
		line->XonChar = (UCHAR)word[3];
		line->XoffChar = (UCHAR)word[4];
		break;
	case IOCTL_LINE_SET_TIMEOUTS:
		line->ReadInterval = word[0];
		line->ReadMultiplier = word[1];
		line->ReadConstant = word[2];
		line->WriteMultiplier = word[3];
		line->WriteConstant = word[4];
		break;
	case IOCTL_LINE_SET_HANDFLOW:
		line->ControlHandShake = word[0];
		line->FlowReplace = word[1];
		line->XonLimit = word[2];
		line->XoffLimit = word[3];
		break;
	case IOCTL_LINE_SET_MODEM:
		line->ModemControl = (UCHAR)word[0];
		line->DtrState = (word[0] & 1) != 0;
		line->RtsState = (word[0] & 2) != 0;
		line->WaitMask = word[1];
		break;
	case IOCTL_LINE_GET_STATUS:
		word[0] = line->HistoryMask;
		word[1] = line->BreakState;
		line->HistoryMask = 0;
		line->BreakState = FALSE;
		information = 2 * sizeof(ULONG);
		break;
	case IOCTL_LINE_GET_STATS:
		LineStatistics(line, Irp->AssociatedIrp.SystemBuffer);
		information = sizeof(LINE_STATS);
		break;
	default:
		status = STATUS_INVALID_DEVICE_REQUEST;
	}
	KeReleaseSpinLock(&line->Control, irql);
	return LineComplete(Irp, status, information);
}

VOID LineUnload(_In_ PDRIVER_OBJECT DriverObject)
{
	PLINE line = DriverObject->DeviceObject->DeviceExtension;

	IoDisconnectInterrupt(line->Interrupt);
	KeFlushQueuedDpcs();
	ExFreePoolWithTag(line->Buffer, LINE_TAG);
	IoDeleteDevice(DriverObject->DeviceObject);
}

NTSTATUS DriverEntry(_In_ PDRIVER_OBJECT DriverObject, _In_ PUNICODE_STRING RegistryPath)
{
	PDEVICE_OBJECT device;
	NTSTATUS status;
	PLINE line;

	UNREFERENCED_PARAMETER(RegistryPath);
	status = IoCreateDevice(DriverObject, sizeof(LINE), NULL, FILE_DEVICE_SERIAL_PORT, FILE_DEVICE_SECURE_OPEN, FALSE, &device);
	if (!NT_SUCCESS(status))
		return status;
	line = device->DeviceExtension;
	line->DeviceObject = device;
	line->Buffer = ExAllocatePool2(POOL_FLAG_NON_PAGED, LINE_BUFFER, LINE_TAG);
	if (line->Buffer == NULL) {
		IoDeleteDevice(device);
		return STATUS_INSUFFICIENT_RESOURCES;
	}
	line->BaudRate = 9600;
	line->ClockRate = 1843200;
	line->WordLength = 8;
	KeInitializeSpinLock(&line->Control);
	IoInitializeDpcRequest(device, LineDeferred);
	DriverObject->MajorFunction[IRP_MJ_CREATE] = LineOpenClose;
	DriverObject->MajorFunction[IRP_MJ_CLOSE] = LineOpenClose;
	DriverObject->MajorFunction[IRP_MJ_READ] = LineRead;
	DriverObject->MajorFunction[IRP_MJ_DEVICE_CONTROL] = LineControl;
	DriverObject->DriverUnload = LineUnload;
	status = IoConnectInterrupt(&line->Interrupt, LineInterrupt, line, NULL, 4, DISPATCH_LEVEL + 1, DISPATCH_LEVEL + 1, LevelSensitive, FALSE, 1, FALSE);
	if (!NT_SUCCESS(status)) {
		ExFreePoolWithTag(line->Buffer, LINE_TAG);
		IoDeleteDevice(device);
		return status;
	}
	device->Flags |= DO_BUFFERED_IO;
	device->Flags &= ~DO_DEVICE_INITIALIZING;
	return STATUS_SUCCESS;
}
