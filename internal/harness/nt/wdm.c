/* What the functions mean with which a Windows driver gives its functions to the kernel, and who calls them. The parts that a driver needs are read behind it, as C. A part begins with a line

       @part NAME...       and is taken if the driver declares the function NAME and does not define it
       @part =NAME         and is taken if another part that is taken says NAME; @part =heddle_driver always is
       @thread NAME(PARAMETERS)   the function of a thread that calls an entry point; there is one for each that is started so

   In parts stand lines

       @once(FUNCTION, ROLE/THREAD, ARGUMENTS...)       a new thread, or none yet, for FUNCTION, a value, which is one of those that the driver gives away in that role
       @now(FUNCTION, ROLE/THREAD, ARGUMENTS...)        a new thread, whatever comes of it
       @any(FUNCTION, ROLE/THREAD, ARGUMENTS...)        any number of them, at the same time
       @do(RESULT, FUNCTION, ROLE, ARGUMENTS...)        a call here, in this thread; RESULT may be empty
       @start(ROLE/THREAD, SET, ARGUMENTS...)           any number of threads for each dispatch routine of a set of requests

   in threads

       @call(RESULT, ARGUMENTS...)                      the call, with what rules say around it
       @fn, @major(SET), @dispatch                      the entry point; one of its requests; the function that hands it one

   and everywhere @framework, before a line for drivers that use the framework (wdf.c), and @without(RULE), which is 1 if there is no such rule.

   heddle_files counts open files, heddle_present is a lock that calls share and the end of the device has alone; heddle_gone says that there will be none. A function that the kernel is given and that is none of those known is UNKNOWN. */

@part =heddle_driver
/* The system loads the driver, adds a device and starts it, alone. Then files are opened and requests come, until all files are closed; the device is removed and the driver unloaded. */
void heddle_driver(void)
{
	PDRIVER_OBJECT driver = __heddle_alloc(sizeof(*driver), 1);
	PUNICODE_STRING path = __heddle_alloc(sizeof(*path), 1);
	PDEVICE_OBJECT device, pdo;
	NTSTATUS status = STATUS_UNSUCCESSFUL;
	struct heddle_request *request;
	PIRP irp;

	(void)request;
	(void)irp;
	path->Buffer = __heddle_alloc(256, 0);
	path->Length = 254;
	path->MaximumLength = 256;
	driver->DriverExtension = __heddle_alloc(sizeof(*driver->DriverExtension), 1);
	driver->DriverExtension->DriverObject = driver;
	if (DriverEntry(driver, path) < 0)
		return;
@framework 	heddle_wdf(driver);
@framework 	return;
	pdo = __heddle_alloc(sizeof(*pdo), 1);
	pdo->StackSize = 1;
	if (driver->DriverExtension->AddDevice) {
		@do(status, driver->DriverExtension->AddDevice, add device, driver, pdo)
		if (status < 0)
			return;
	}
	device = driver->DeviceObject;
	if (!device)
		return;
	if (driver->DriverExtension->AddDevice) {
		irp = heddle_irp(device, NULL, IRP_MJ_PNP, IRP_MN_START_DEVICE);
		request = irp->Heddle;
		@do(status, driver->MajorFunction[IRP_MJ_PNP], dispatch routine, device, irp)
		if (status < 0)
			return;
		heddle_wait(request);
	}
	while (__heddle_nondet_bool()) {
		__atomic_fetch_add(&heddle_files, 1, __ATOMIC_SEQ_CST);
		__heddle_spawn(0, heddle_file, driver, device);
	}
	@start(dispatch routine/request, device, driver, device, NULL)
	__heddle_atomic_begin();
	__heddle_assume(heddle_files == 0);
	__heddle_atomic_end();
	if (!@without(start-remove))
		heddle_last();
	if (driver->DriverExtension->AddDevice) {
		irp = heddle_irp(device, NULL, IRP_MJ_PNP, IRP_MN_REMOVE_DEVICE);
		request = irp->Heddle;
		@do(status, driver->MajorFunction[IRP_MJ_PNP], dispatch routine, device, irp)
		heddle_wait(request);
	}
	if (@without(start-remove))
		heddle_last();
	if (driver->DriverUnload) {
		@do(, driver->DriverUnload, unload, driver)
	}
	__heddle_unlock(&heddle_present);
}

@part =heddle_wait
/* A request of Plug and Play is completed before the system goes on. */
static void heddle_wait(struct heddle_request *request)
{
	__heddle_atomic_begin();
	__heddle_assume(request->Completed);
	__heddle_atomic_end();
}

@part =heddle_last
/* No request runs when the device is removed, if rules say so, and when the driver is unloaded; nor does one come afterwards. A lock and not a count, because proofs understand locks. */
static void heddle_last(void)
{
	__heddle_lock(&heddle_present);
	__atomic_store_n(&heddle_gone, 1, __ATOMIC_SEQ_CST);
}

@part =heddle_file
/* A file: opened, used by any number of requests at the same time, and closed. Requests may be on their way when the last handle goes; when the file goes they are not. */
static void heddle_file(PDRIVER_OBJECT driver, PDEVICE_OBJECT device)
{
	PFILE_OBJECT file = __heddle_alloc(sizeof(*file), 1);
	NTSTATUS status = STATUS_INVALID_DEVICE_REQUEST;

	__heddle_rdlock(&heddle_present);
	file->DeviceObject = device;
	file->Flags = __heddle_nondet_uint();
	if (driver->MajorFunction[IRP_MJ_CREATE]) {
		__atomic_fetch_add(&file->HeddleRequests, 1, __ATOMIC_SEQ_CST);
		@do(status, driver->MajorFunction[IRP_MJ_CREATE], dispatch routine, device, heddle_irp(device, file, IRP_MJ_CREATE, 0))
	}
	if (status >= 0) {
		@start(dispatch routine/request, file, driver, device, file)
		if (driver->MajorFunction[IRP_MJ_CLEANUP]) {
			__atomic_fetch_add(&file->HeddleRequests, 1, __ATOMIC_SEQ_CST);
			@do(status, driver->MajorFunction[IRP_MJ_CLEANUP], dispatch routine, device, heddle_irp(device, file, IRP_MJ_CLEANUP, 0))
		}
		__heddle_atomic_begin();
		__heddle_assume(file->HeddleRequests == 0);
		file->HeddleClosed = 1;
		__heddle_atomic_end();
		if (driver->MajorFunction[IRP_MJ_CLOSE]) {
			__atomic_fetch_add(&file->HeddleRequests, 1, __ATOMIC_SEQ_CST);
			@do(status, driver->MajorFunction[IRP_MJ_CLOSE], dispatch routine, device, heddle_irp(device, file, IRP_MJ_CLOSE, 0))
		}
	}
	__heddle_unlock(&heddle_present);
	__atomic_fetch_sub(&heddle_files, 1, __ATOMIC_SEQ_CST);
}

@thread request(PDRIVER_OBJECT driver, PDEVICE_OBJECT device, PFILE_OBJECT file)
{
	UCHAR major = file ? @major(file) : @major(device), minor = __heddle_nondet_uint() & 0x1f;
	PDRIVER_DISPATCH routine = driver->MajorFunction[major];

	if (routine != @fn || major == IRP_MJ_PNP && (minor == IRP_MN_REMOVE_DEVICE || minor == IRP_MN_START_DEVICE && !@without(start-remove)))
		return;
	__heddle_rdlock(&heddle_present);
	__heddle_atomic_begin();
	__heddle_assume(!heddle_gone && !(file && file->HeddleClosed));
	if (file)
		file->HeddleRequests++;
	__heddle_atomic_end();
	@dispatch(device, heddle_irp(device, file, major, minor));
	__heddle_unlock(&heddle_present);
}

@part =heddle_irp
/* A new request of a kind, with anything in it. Its buffers are its own. Whoever sends one counts it for its file, which is not closed before it is completed. */
static PIRP heddle_irp(PDEVICE_OBJECT device, PFILE_OBJECT file, UCHAR major, UCHAR minor)
{
	struct heddle_packet *p = __heddle_alloc(sizeof(*p), 1);
	struct heddle_request *r = __heddle_alloc(sizeof(*r), 1);
	PIRP irp = &p->irp;
	PIO_STACK_LOCATION at = &p->location[2];

	__heddle_sem_init(irp, 0);
	r->File = file;
	irp->Heddle = r;
	irp->StackCount = HEDDLE_LOCATIONS;
	irp->CurrentLocation = 2;
	irp->Tail.Overlay.OriginalFileObject = file;
	irp->RequestorMode = __heddle_nondet_bool() ? UserMode : KernelMode;
	irp->Cancel = __heddle_nondet_bool();
	irp->IoStatus.Status = STATUS_NOT_SUPPORTED;
	at->MajorFunction = major;
	at->MinorFunction = minor;
	at->Flags = (UCHAR)__heddle_nondet_uint();
	at->DeviceObject = device;
	at->FileObject = file;
	switch (major) {
	case IRP_MJ_PNP:
		at->Parameters.QueryDeviceRelations.Type = (DEVICE_RELATION_TYPE)(__heddle_nondet_uint() & 7);
		at->Parameters.QueryId.IdType = (BUS_QUERY_ID_TYPE)(__heddle_nondet_uint() & 7);
		at->Parameters.QueryDeviceText.DeviceTextType = (DEVICE_TEXT_TYPE)(__heddle_nondet_uint() & 1);
		at->Parameters.UsageNotification.InPath = __heddle_nondet_bool();
		at->Parameters.UsageNotification.Type = (DEVICE_USAGE_NOTIFICATION_TYPE)(__heddle_nondet_uint() & 3);
		if (minor == IRP_MN_QUERY_CAPABILITIES)
			at->Parameters.DeviceCapabilities.Capabilities = __heddle_alloc(sizeof(DEVICE_CAPABILITIES), 0);
		if (minor == IRP_MN_QUERY_INTERFACE) {
			at->Parameters.QueryInterface.InterfaceType = __heddle_alloc(sizeof(GUID), 0);
			at->Parameters.QueryInterface.Interface = __heddle_alloc(1024, 0);
			at->Parameters.QueryInterface.Size = (USHORT)__heddle_nondet_uint() & 0x3ff;
			at->Parameters.QueryInterface.Version = (USHORT)__heddle_nondet_uint();
		}
		if (minor == IRP_MN_READ_CONFIG || minor == IRP_MN_WRITE_CONFIG)
			at->Parameters.ReadWriteConfig.Buffer = __heddle_alloc(256, 0);
		break;
	case IRP_MJ_POWER:
		at->Parameters.Power.Type = __heddle_nondet_bool() ? SystemPowerState : DevicePowerState;
		at->Parameters.Power.State.DeviceState = (DEVICE_POWER_STATE)(__heddle_nondet_uint() & 7);
		at->Parameters.Power.ShutdownType = (POWER_ACTION)(__heddle_nondet_uint() & 7);
		break;
	case IRP_MJ_SYSTEM_CONTROL:
		at->Parameters.WMI.ProviderId = (ULONG_PTR)__heddle_nondet_ulonglong();
		at->Parameters.WMI.BufferSize = __heddle_nondet_uint() & 0x3ff;
		at->Parameters.WMI.Buffer = __heddle_alloc(1024, 0);
		at->Parameters.WMI.DataPath = __heddle_alloc(1024, 0);
		break;
	case IRP_MJ_CREATE:
		at->Parameters.Create.SecurityContext = __heddle_alloc(sizeof(IO_SECURITY_CONTEXT), 1);
		at->Parameters.Create.Options = __heddle_nondet_uint();
		break;
	case IRP_MJ_CLEANUP:
	case IRP_MJ_CLOSE:
		break;
	default:
		at->Parameters.DeviceIoControl.IoControlCode = __heddle_nondet_uint();
		at->Parameters.DeviceIoControl.InputBufferLength = __heddle_nondet_uint() & 0xfff;
		at->Parameters.DeviceIoControl.OutputBufferLength = __heddle_nondet_uint() & 0xfff;
		at->Parameters.Read.Length = at->Parameters.Write.Length = __heddle_nondet_uint() & 0xfff;
		at->Parameters.Read.ByteOffset.QuadPart = at->Parameters.Write.ByteOffset.QuadPart = (LONGLONG)__heddle_nondet_ulonglong();
		at->Parameters.QueryFile.Length = at->Parameters.SetFile.Length = __heddle_nondet_uint() & 0xfff;
		at->Parameters.QueryFile.FileInformationClass = at->Parameters.SetFile.FileInformationClass = (FILE_INFORMATION_CLASS)(__heddle_nondet_uint() & 0x3f);
		r->Buffer = __heddle_alloc(4096, 0);
		irp->AssociatedIrp.SystemBuffer = r->Buffer;
		irp->UserBuffer = r->Buffer;
		at->Parameters.DeviceIoControl.Type3InputBuffer = r->Buffer;
		irp->MdlAddress = __heddle_alloc(sizeof(MDL), 1);
		irp->MdlAddress->StartVa = irp->MdlAddress->MappedSystemVa = r->Buffer;
		irp->MdlAddress->ByteCount = at->Parameters.Read.Length;
		break;
	}
	return irp;
}

@part IofCallDriver
/* The driver below completes the request: at once, or later, in a thread of its own. */
NTSTATUS IofCallDriver(PDEVICE_OBJECT device, PIRP irp)
{
	PIO_STACK_LOCATION at;

	IoSetNextIrpStackLocation(irp);
	at = IoGetCurrentIrpStackLocation(irp);
	at->DeviceObject = device;
	if (__heddle_nondet_bool()) {
		if (!at->CompletionRoutine)
			__heddle_spawn(0, heddle_finish, irp);
		else {
			@once(at->CompletionRoutine, completion routine/completed, irp)
		}
		return STATUS_PENDING;
	}
	return heddle_complete(irp);
}

@part PoCallDriver
NTSTATUS PoCallDriver(PDEVICE_OBJECT device, PIRP irp)
{
	return IofCallDriver(device, irp);
}

@part IoForwardIrpSynchronously
BOOLEAN IoForwardIrpSynchronously(PDEVICE_OBJECT device, PIRP irp)
{
	(void)device;
	heddle_answer(irp);
	return TRUE;
}

@part =heddle_answer
static NTSTATUS heddle_answer(PIRP irp)
{
	NTSTATUS status = __heddle_nondet_int();

	if (status == STATUS_PENDING || status == STATUS_MORE_PROCESSING_REQUIRED)
		status = STATUS_SUCCESS;
	irp->IoStatus.Status = status;
	irp->IoStatus.Information = __heddle_nondet_uint() & 0xfff;
	return status;
}

/* Whether the routine of a location wants to know of this outcome. */
static BOOLEAN heddle_wanted(PIO_STACK_LOCATION at, NTSTATUS status)
{
	return at->CompletionRoutine && (at->Control & (NT_SUCCESS(status) ? SL_INVOKE_ON_SUCCESS : SL_INVOKE_ON_ERROR)) != 0;
}

@part =heddle_finish
static void heddle_finish(PIRP irp)
{
	heddle_answer(irp);
	IoSkipCurrentIrpStackLocation(irp);
	IofCompleteRequest(irp, IO_NO_INCREMENT);
}

@part =heddle_complete
static NTSTATUS heddle_complete(PIRP irp)
{
	PIO_STACK_LOCATION at = IoGetCurrentIrpStackLocation(irp);
	PIO_COMPLETION_ROUTINE routine = NULL;
	NTSTATUS status = heddle_answer(irp), said = STATUS_SUCCESS;
	PVOID context = at->Context;

	if (heddle_wanted(at, status))
		routine = at->CompletionRoutine;
	IoSkipCurrentIrpStackLocation(irp);
	if (routine) {
		@do(said, routine, completion routine, IoGetCurrentIrpStackLocation(irp)->DeviceObject, irp, context)
	}
	if (said != STATUS_MORE_PROCESSING_REQUIRED)
		IofCompleteRequest(irp, IO_NO_INCREMENT);
	return status;
}

@thread completed(PIRP irp)
{
	PIO_STACK_LOCATION at = IoGetCurrentIrpStackLocation(irp);
	NTSTATUS status = heddle_answer(irp), said = STATUS_SUCCESS;
	BOOLEAN wanted = heddle_wanted(at, status);
	PVOID context = at->Context;

	IoSkipCurrentIrpStackLocation(irp);
	if (wanted) {
		if (IoGetCurrentIrpStackLocation(irp)->Control & SL_PENDING_RETURNED)
			irp->PendingReturned = TRUE;
		__heddle_nt_level(DISPATCH_LEVEL);
		@call(said, IoGetCurrentIrpStackLocation(irp)->DeviceObject, irp, context)
	}
	if (said != STATUS_MORE_PROCESSING_REQUIRED)
		IofCompleteRequest(irp, IO_NO_INCREMENT);
}

@part IoSetCancelRoutine
PDRIVER_CANCEL IoSetCancelRoutine(PIRP irp, PDRIVER_CANCEL routine)
{
	PDRIVER_CANCEL old = __atomic_exchange_n(&irp->CancelRoutine, routine, __ATOMIC_SEQ_CST);

	if (routine) {
		@once(routine, cancel routine/cancelled, IoGetCurrentIrpStackLocation(irp)->DeviceObject, irp, irp->Heddle)
	}
	return old;
}

@thread cancelled(PDEVICE_OBJECT device, PIRP irp, struct heddle_request *request)
{
	BOOLEAN mine = FALSE;
	KIRQL irql;

	IoAcquireCancelSpinLock(&irql);
	__heddle_atomic_begin();
	if (!request->Completed) {
		irp->Cancel = TRUE;
		if (irp->CancelRoutine == @fn) {
			mine = TRUE;
			irp->CancelRoutine = NULL;
			irp->CancelIrql = irql;
		}
	}
	__heddle_atomic_end();
	if (mine) {
		@call(, device, irp)
	} else {
		IoReleaseCancelSpinLock(irql);
	}
}

@part IoCancelIrp
BOOLEAN IoCancelIrp(PIRP irp)
{
	PDRIVER_CANCEL routine;
	KIRQL irql;

	IoAcquireCancelSpinLock(&irql);
	irp->Cancel = TRUE;
	routine = __atomic_exchange_n(&irp->CancelRoutine, NULL, __ATOMIC_SEQ_CST);
	if (!routine) {
		IoReleaseCancelSpinLock(irql);
		return FALSE;
	}
	irp->CancelIrql = irql;
	@do(, routine, cancel routine, IoGetCurrentIrpStackLocation(irp)->DeviceObject, irp)
	return TRUE;
}

@part IoCsqInitialize
NTSTATUS IoCsqInitialize(PIO_CSQ csq, PIO_CSQ_INSERT_IRP insert, PIO_CSQ_REMOVE_IRP remove, PIO_CSQ_PEEK_NEXT_IRP peek, PIO_CSQ_ACQUIRE_LOCK acquire, PIO_CSQ_RELEASE_LOCK release, PIO_CSQ_COMPLETE_CANCELED_IRP complete)
{
	csq->CsqInsertIrp = insert;
	csq->CsqRemoveIrp = remove;
	csq->CsqPeekNextIrp = peek;
	csq->CsqAcquireLock = acquire;
	csq->CsqReleaseLock = release;
	csq->CsqCompleteCanceledIrp = complete;
	return STATUS_SUCCESS;
}

@part IoCsqInitializeEx
NTSTATUS IoCsqInitializeEx(PIO_CSQ csq, PIO_CSQ_INSERT_IRP_EX insert, PIO_CSQ_REMOVE_IRP remove, PIO_CSQ_PEEK_NEXT_IRP peek, PIO_CSQ_ACQUIRE_LOCK acquire, PIO_CSQ_RELEASE_LOCK release, PIO_CSQ_COMPLETE_CANCELED_IRP complete)
{
	csq->CsqInsertIrpEx = insert;
	csq->CsqRemoveIrp = remove;
	csq->CsqPeekNextIrp = peek;
	csq->CsqAcquireLock = acquire;
	csq->CsqReleaseLock = release;
	csq->CsqCompleteCanceledIrp = complete;
	return STATUS_SUCCESS;
}

@part IoCsqInsertIrp
VOID IoCsqInsertIrp(PIO_CSQ csq, PIRP irp, PIO_CSQ_IRP_CONTEXT context)
{
	heddle_csq_insert(csq, irp, context, NULL);
}

@part IoCsqInsertIrpEx
NTSTATUS IoCsqInsertIrpEx(PIO_CSQ csq, PIRP irp, PIO_CSQ_IRP_CONTEXT context, PVOID more)
{
	return heddle_csq_insert(csq, irp, context, more);
}

@part =heddle_csq_insert
/* In a cancel-safe queue a request has a cancel routine of the system's: this one, which is never called here. */
static VOID heddle_csq_cancel(PDEVICE_OBJECT device, PIRP irp)
{
	(void)device;
	(void)irp;
}

static NTSTATUS heddle_csq_insert(PIO_CSQ csq, PIRP irp, PIO_CSQ_IRP_CONTEXT context, PVOID more)
{
	NTSTATUS status = STATUS_SUCCESS;
	struct heddle_request *r = irp->Heddle;
	BOOLEAN cancelled = FALSE;
	KIRQL irql;

	if (context) {
		context->Irp = irp;
		context->Csq = csq;
	}
	irp->Tail.Overlay.DriverContext[3] = context;
	@do(, csq->CsqAcquireLock, lock of a queue, csq, &irql)
	IoMarkIrpPending(irp);
	if (csq->CsqInsertIrpEx) {
		@do(status, csq->CsqInsertIrpEx, insertion with context, csq, irp, more)
	} else {
		@do(, csq->CsqInsertIrp, insertion into a queue, csq, irp)
	}
	if (status < 0) {
		@do(, csq->CsqReleaseLock, unlock of a queue, csq, irql)
		return status;
	}
	__atomic_store_n(&irp->CancelRoutine, heddle_csq_cancel, __ATOMIC_SEQ_CST);
	if (irp->Cancel && __atomic_exchange_n(&irp->CancelRoutine, NULL, __ATOMIC_SEQ_CST)) {
		cancelled = TRUE;
		@do(, csq->CsqRemoveIrp, removal from a queue, csq, irp)
		heddle_csq_forget(irp);
	}
	@do(, csq->CsqReleaseLock, unlock of a queue, csq, irql)
	if (cancelled) {
		@do(, csq->CsqCompleteCanceledIrp, completion of cancelled requests, csq, irp)
		return status;
	}
	@once(csq->CsqCompleteCanceledIrp, completion of cancelled requests/unqueued, csq, irp, r)
	return status;
}

@thread unqueued(PIO_CSQ csq, PIRP irp, struct heddle_request *request)
{
	BOOLEAN mine = FALSE;
	KIRQL irql;

	__heddle_atomic_begin();
	if (!request->Completed && irp->CancelRoutine == heddle_csq_cancel) {
		mine = TRUE;
		irp->Cancel = TRUE;
		irp->CancelRoutine = NULL;
	}
	__heddle_atomic_end();
	if (mine) {
		@do(, csq->CsqAcquireLock, lock of a queue, csq, &irql)
		@do(, csq->CsqRemoveIrp, removal from a queue, csq, irp)
		heddle_csq_forget(irp);
		@do(, csq->CsqReleaseLock, unlock of a queue, csq, irql)
		@call(, csq, irp)
	}
}

@part =heddle_csq_forget
/* A request that has left a queue is not found by its context any more. */
static VOID heddle_csq_forget(PIRP irp)
{
	PIO_CSQ_IRP_CONTEXT context = irp->Tail.Overlay.DriverContext[3];

	if (context)
		context->Irp = NULL;
}

@part IoCsqRemoveNextIrp
PIRP IoCsqRemoveNextIrp(PIO_CSQ csq, PVOID context)
{
	PIRP irp;
	KIRQL irql;

	@do(, csq->CsqAcquireLock, lock of a queue, csq, &irql)
	@do(irp, csq->CsqPeekNextIrp, look at a queue, csq, NULL, context)
	while (irp) {
		if (__atomic_exchange_n(&irp->CancelRoutine, NULL, __ATOMIC_SEQ_CST)) {
			@do(, csq->CsqRemoveIrp, removal from a queue, csq, irp)
			heddle_csq_forget(irp);
			break;
		}
		@do(irp, csq->CsqPeekNextIrp, look at a queue, csq, irp, context)
	}
	@do(, csq->CsqReleaseLock, unlock of a queue, csq, irql)
	return irp;
}

@part IoCsqRemoveIrp
PIRP IoCsqRemoveIrp(PIO_CSQ csq, PIO_CSQ_IRP_CONTEXT context)
{
	PIRP irp;
	KIRQL irql;

	@do(, csq->CsqAcquireLock, lock of a queue, csq, &irql)
	irp = context->Irp;
	if (irp && __atomic_exchange_n(&irp->CancelRoutine, NULL, __ATOMIC_SEQ_CST)) {
		@do(, csq->CsqRemoveIrp, removal from a queue, csq, irp)
		heddle_csq_forget(irp);
	} else {
		irp = NULL;
	}
	@do(, csq->CsqReleaseLock, unlock of a queue, csq, irql)
	return irp;
}

@part KeInitializeDpc
VOID KeInitializeDpc(PRKDPC dpc, PKDEFERRED_ROUTINE routine, PVOID context)
{
	dpc->DeferredRoutine = routine;
	dpc->DeferredContext = context;
	dpc->Queued = NULL;
}

@part KeInitializeThreadedDpc
VOID KeInitializeThreadedDpc(PRKDPC dpc, PKDEFERRED_ROUTINE routine, PVOID context)
{
	dpc->DeferredRoutine = routine;
	dpc->DeferredContext = context;
	dpc->Queued = NULL;
}

@part KeInsertQueueDpc
BOOLEAN KeInsertQueueDpc(PRKDPC dpc, PVOID a, PVOID b)
{
	PLONG queued = heddle_flag();
	BOOLEAN already;

	__heddle_atomic_begin();
	already = dpc->Queued && *dpc->Queued;
	if (!already)
		dpc->Queued = queued;
	__heddle_atomic_end();
	if (already)
		return FALSE;
	@once(dpc->DeferredRoutine, DPC/deferred, dpc, a, b, queued, __atomic_load_n(&heddle_flushes, __ATOMIC_SEQ_CST))
	return TRUE;
}

@part KeRemoveQueueDpc
BOOLEAN KeRemoveQueueDpc(PRKDPC dpc)
{
	return heddle_lower(__atomic_load_n(&dpc->Queued, __ATOMIC_SEQ_CST));
}

@part =heddle_flag
/* What is set while something is queued, or armed, lies apart: it is looked at when the memory of the one that queued it may be gone. */
static PLONG heddle_flag(void)
{
	PLONG flag = __heddle_alloc(sizeof(LONG), 1);

	__atomic_store_n(flag, 1, __ATOMIC_SEQ_CST);
	return flag;
}

@part =heddle_lower
static BOOLEAN heddle_lower(PLONG flag)
{
	return flag && __atomic_exchange_n(flag, 0, __ATOMIC_SEQ_CST) != 0;
}

@part =heddle_deferred
/* How many deferred routines run, and how often all that were queued were waited for: what was queued before that does not begin behind it. */
static LONG heddle_deferred, heddle_flushes;

@part KeFlushQueuedDpcs
VOID KeFlushQueuedDpcs(VOID)
{
	__heddle_atomic_begin();
	__heddle_assume(heddle_deferred == 0);
	heddle_flushes++;
	__heddle_atomic_end();
}

@thread deferred(PKDPC dpc, PVOID a, PVOID b, PLONG queued, LONG flushes)
{
	LONG mine;

	__heddle_atomic_begin();
	__heddle_assume(flushes == heddle_flushes);
	mine = *queued;
	*queued = 0;
	heddle_deferred += mine;
	__heddle_atomic_end();
	if (!mine)
		return;
	__heddle_nt_level(DISPATCH_LEVEL);
	@call(, dpc, dpc->DeferredContext, a, b)
	__heddle_nt_level(PASSIVE_LEVEL);
	__atomic_fetch_sub(&heddle_deferred, 1, __ATOMIC_SEQ_CST);
}

@part IoInitializeDpcRequest
VOID IoInitializeDpcRequest(PDEVICE_OBJECT device, PIO_DPC_ROUTINE routine)
{
	device->HeddleDpc = routine;
}

@part IoRequestDpc
VOID IoRequestDpc(PDEVICE_OBJECT device, PIRP irp, PVOID context)
{
	@once(device->HeddleDpc, DPC for an interrupt/device_deferred, device, irp, context, __atomic_load_n(&heddle_flushes, __ATOMIC_SEQ_CST))
}

@thread device_deferred(PDEVICE_OBJECT device, PIRP irp, PVOID context, LONG flushes)
{
	__heddle_atomic_begin();
	__heddle_assume(flushes == heddle_flushes);
	heddle_deferred++;
	__heddle_atomic_end();
	__heddle_nt_level(DISPATCH_LEVEL);
	@call(, &device->Dpc, device, irp, context)
	__heddle_nt_level(PASSIVE_LEVEL);
	__atomic_fetch_sub(&heddle_deferred, 1, __ATOMIC_SEQ_CST);
}

@part KeSetTimer
BOOLEAN KeSetTimer(PKTIMER timer, LARGE_INTEGER due, PKDPC dpc)
{
	return heddle_arm(timer, due, 0, dpc);
}

@part KeSetTimerEx
BOOLEAN KeSetTimerEx(PKTIMER timer, LARGE_INTEGER due, LONG period, PKDPC dpc)
{
	return heddle_arm(timer, due, period, dpc);
}

@part =heddle_arm
/* Each time that a timer is armed has a flag of its own. */
static void heddle_fires(PKTIMER timer, PLONG armed)
{
	__heddle_atomic_begin();
	__heddle_assume(*armed);
	*armed = 0;
	timer->Header.SignalState = 1;
	__heddle_atomic_end();
}

static BOOLEAN heddle_arm(PKTIMER timer, LARGE_INTEGER due, LONG period, PKDPC dpc)
{
	PLONG armed = heddle_flag(), old;

	(void)due;
	__heddle_atomic_begin();
	old = timer->Armed;
	timer->Armed = armed;
	timer->Header.SignalState = 0;
	__heddle_atomic_end();
	if (!dpc) {
		if (__heddle_nondet_bool())
			__heddle_spawn(0, heddle_fires, timer, armed);
	} else if (period) {
		@any(dpc->DeferredRoutine, DPC/expired, timer, dpc, armed, TRUE)
	} else {
		@once(dpc->DeferredRoutine, DPC/expired, timer, dpc, armed, FALSE)
	}
	return heddle_lower(old);
}

@part KeCancelTimer
BOOLEAN KeCancelTimer(PKTIMER timer)
{
	return heddle_lower(__atomic_load_n(&timer->Armed, __ATOMIC_SEQ_CST));
}

@thread expired(PKTIMER timer, PKDPC dpc, PLONG armed, BOOLEAN again)
{
	BOOLEAN mine;

	__heddle_atomic_begin();
	mine = *armed != 0;
	if (mine) {
		if (!again)
			*armed = 0;
		timer->Header.SignalState = 1;
		heddle_deferred++;
	}
	__heddle_atomic_end();
	if (!mine)
		return;
	__heddle_nt_level(DISPATCH_LEVEL);
	@call(, dpc, dpc->DeferredContext, NULL, NULL)
	__heddle_nt_level(PASSIVE_LEVEL);
	__atomic_fetch_sub(&heddle_deferred, 1, __ATOMIC_SEQ_CST);
}

@part IoInitializeTimer
NTSTATUS IoInitializeTimer(PDEVICE_OBJECT device, PIO_TIMER_ROUTINE routine, PVOID context)
{
	if (__heddle_nondet_bool())
		return STATUS_INSUFFICIENT_RESOURCES;
	device->HeddleTimer = routine;
	device->HeddleTimerContext = context;
	return STATUS_SUCCESS;
}

@part IoStartTimer
VOID IoStartTimer(PDEVICE_OBJECT device)
{
	@any(device->HeddleTimer, device timer/every_second, device, device->HeddleTimerContext)
}

@part IoStopTimer
VOID IoStopTimer(PDEVICE_OBJECT device)
{
	(void)device; /* one that runs goes on */
}

@thread every_second(PDEVICE_OBJECT device, PVOID context)
{
	__heddle_nt_level(DISPATCH_LEVEL);
	@call(, device, context)
	__heddle_nt_level(PASSIVE_LEVEL);
}

@part IoAllocateWorkItem
PIO_WORKITEM IoAllocateWorkItem(PDEVICE_OBJECT device)
{
	PIO_WORKITEM item;

	if (__heddle_nondet_bool())
		return NULL;
	item = __heddle_alloc(sizeof(*item), 1);
	item->DeviceObject = device;
	return item;
}

@part IoFreeWorkItem
VOID IoFreeWorkItem(PIO_WORKITEM item)
{
	__heddle_free(item);
}

@part IoQueueWorkItem
VOID IoQueueWorkItem(PIO_WORKITEM item, PIO_WORKITEM_ROUTINE routine, WORK_QUEUE_TYPE type, PVOID context)
{
	PDEVICE_OBJECT device = item->DeviceObject;

	(void)type;
	if (__heddle_nondet_bool()) {
		__atomic_fetch_add(&device->HeddleWork, 1, __ATOMIC_SEQ_CST);
		@now(routine, work item/work, device, context)
	}
}

@thread work(PDEVICE_OBJECT device, PVOID context)
{
	@call(, device, context)
	heddle_worked(device);
}

@part =heddle_worked
/* A work item keeps its device until it has run. */
static void heddle_worked(PDEVICE_OBJECT device)
{
	BOOLEAN last;

	__heddle_atomic_begin();
	device->HeddleWork--;
	last = device->HeddleWork == 0 && device->HeddleDeleted;
	__heddle_atomic_end();
	if (!last)
		return;
	if (device->DeviceExtension)
		__heddle_free(device->DeviceExtension);
	__heddle_free(device);
}

@part IoQueueWorkItemEx
VOID IoQueueWorkItemEx(PIO_WORKITEM item, PIO_WORKITEM_ROUTINE_EX routine, WORK_QUEUE_TYPE type, PVOID context)
{
	PDEVICE_OBJECT device = item->DeviceObject;

	(void)type;
	if (__heddle_nondet_bool()) {
		__atomic_fetch_add(&device->HeddleWork, 1, __ATOMIC_SEQ_CST);
		@now(routine, extended work item/extended_work, device, item, context)
	}
}

@thread extended_work(PDEVICE_OBJECT device, PIO_WORKITEM item, PVOID context)
{
	@call(, device, context, item)
	heddle_worked(device);
}

@part ExQueueWorkItem
VOID ExQueueWorkItem(PWORK_QUEUE_ITEM item, WORK_QUEUE_TYPE type)
{
	(void)type;
	@once(item->WorkerRoutine, worker routine/worker, item->Parameter)
}

@thread worker(PVOID context)
{
	@call(, context)
}

@part PsCreateSystemThread
NTSTATUS PsCreateSystemThread(PHANDLE handle, ULONG access, POBJECT_ATTRIBUTES attributes, HANDLE process, PCLIENT_ID id, PKSTART_ROUTINE routine, PVOID context)
{
	PKTHREAD thread;

	(void)access;
	(void)attributes;
	(void)process;
	(void)id;
	if (__heddle_nondet_bool())
		return STATUS_INSUFFICIENT_RESOURCES;
	thread = __heddle_alloc(sizeof(*thread), 1);
	__heddle_nt_begin(&thread->Header, 5, 0);
	__heddle_nt_give((PVOID *)handle, thread);
	@once(routine, system thread/thread, context, thread)
	return STATUS_SUCCESS;
}

@part =heddle_self
static _Thread_local PKTHREAD heddle_self;

@part PsTerminateSystemThread
/* Threads that PsCreateSystemThread made end here; the others go on, and have an error. */
NTSTATUS PsTerminateSystemThread(NTSTATUS status)
{
	(void)status;
	if (!heddle_self)
		return STATUS_INVALID_PARAMETER;
	__heddle_nt_signal(&heddle_self->Header);
	__heddle_thread_exit(0);
}

@thread thread(PVOID context, PKTHREAD thread)
{
	heddle_self = thread;
	@call(, context)
	__heddle_nt_signal(&thread->Header);
}

@part IoConnectInterrupt
NTSTATUS IoConnectInterrupt(PKINTERRUPT *interrupt, PKSERVICE_ROUTINE routine, PVOID context, PKSPIN_LOCK lock, ULONG vector, KIRQL irql, KIRQL synchronize, KINTERRUPT_MODE mode, BOOLEAN share, KAFFINITY processors, BOOLEAN save)
{
	PKINTERRUPT i;

	if (__heddle_nondet_bool())
		return STATUS_INSUFFICIENT_RESOURCES;
	i = __heddle_alloc(sizeof(*i), 1);
	i->Shared = lock ? lock : &i->Lock;
	__heddle_nt_give((PVOID *)interrupt, i);
	@any(routine, interrupt/interrupted, i, context)
	return STATUS_SUCCESS;
}

@part =heddle_interrupts
static LONG heddle_interrupts;

@thread interrupted(PKINTERRUPT interrupt, PVOID context)
{
	PKSPIN_LOCK lock = interrupt->Shared;
	BOOLEAN gone;

	__heddle_atomic_begin();
	gone = interrupt->Gone;
	if (!gone)
		heddle_interrupts++;
	__heddle_atomic_end();
	if (gone)
		return;
	__heddle_nt_level(CLOCK_LEVEL);
	__heddle_lock(lock);
	@call(, interrupt, context)
	__heddle_unlock(lock);
	__heddle_nt_level(PASSIVE_LEVEL);
	__atomic_fetch_sub(&heddle_interrupts, 1, __ATOMIC_SEQ_CST);
}

@part IoDisconnectInterrupt
VOID IoDisconnectInterrupt(PKINTERRUPT interrupt)
{
	__atomic_store_n(&interrupt->Gone, 1, __ATOMIC_SEQ_CST);
	__heddle_atomic_begin();
	__heddle_assume(heddle_interrupts == 0);
	__heddle_atomic_end();
}

@part KeSynchronizeExecution
BOOLEAN KeSynchronizeExecution(PKINTERRUPT interrupt, PKSYNCHRONIZE_ROUTINE routine, PVOID context)
{
	PKSPIN_LOCK lock = interrupt->Shared;
	BOOLEAN said = FALSE;
	KIRQL irql = KfRaiseIrql(CLOCK_LEVEL);

	__heddle_lock(lock);
	@do(said, routine, synchronized with an interrupt, context)
	__heddle_unlock(lock);
	KeLowerIrql(irql);
	return said;
}

@part KeAcquireInterruptSpinLock
KIRQL KeAcquireInterruptSpinLock(PKINTERRUPT interrupt)
{
	KIRQL irql = KfRaiseIrql(CLOCK_LEVEL);

	__heddle_lock(interrupt->Shared);
	return irql;
}

@part KeReleaseInterruptSpinLock
VOID KeReleaseInterruptSpinLock(PKINTERRUPT interrupt, KIRQL irql)
{
	__heddle_unlock(interrupt->Shared);
	KeLowerIrql(irql);
}

@part IoRegisterPlugPlayNotification
NTSTATUS IoRegisterPlugPlayNotification(IO_NOTIFICATION_EVENT_CATEGORY category, ULONG flags, PVOID data, PDRIVER_OBJECT driver, PDRIVER_NOTIFICATION_CALLBACK_ROUTINE routine, PVOID context, PVOID *entry)
{
	PULONG running;

	(void)category;
	(void)flags;
	(void)data;
	(void)driver;
	if (__heddle_nondet_bool())
		return STATUS_INSUFFICIENT_RESOURCES;
	running = __heddle_alloc(2 * sizeof(ULONG), 1);
	__heddle_nt_give((PVOID *)entry, running);
	@any(routine, notification/notified, context, running)
	return STATUS_SUCCESS;
}

@thread notified(PVOID context, PULONG running)
{
	PDEVICE_INTERFACE_CHANGE_NOTIFICATION what = __heddle_alloc(sizeof(*what), 0);
	BOOLEAN gone;

	what->SymbolicLinkName = __heddle_alloc(sizeof(*what->SymbolicLinkName), 1);
	what->SymbolicLinkName->Buffer = __heddle_alloc(256, 0);
	what->SymbolicLinkName->Length = what->SymbolicLinkName->MaximumLength = 256;
	__heddle_atomic_begin();
	gone = running[1] != 0;
	if (!gone)
		running[0]++;
	__heddle_atomic_end();
	if (gone)
		return;
	@call(, what, context)
	__atomic_fetch_sub(running, 1, __ATOMIC_SEQ_CST);
}

@part IoUnregisterPlugPlayNotification
NTSTATUS IoUnregisterPlugPlayNotification(PVOID entry)
{
	(void)entry; /* calls that run go on */
	return STATUS_SUCCESS;
}

@part IoUnregisterPlugPlayNotificationEx
NTSTATUS IoUnregisterPlugPlayNotificationEx(PVOID entry)
{
	PULONG running = entry;

	__atomic_store_n(&running[1], 1, __ATOMIC_SEQ_CST);
	__heddle_atomic_begin();
	__heddle_assume(running[0] == 0);
	__heddle_atomic_end();
	return STATUS_SUCCESS;
}

@part IoWMIOpenBlock
NTSTATUS IoWMIOpenBlock(LPCGUID guid, ULONG access, PVOID *object)
{
	(void)guid;
	(void)access;
	if (__heddle_nondet_bool())
		return STATUS_WMI_GUID_NOT_FOUND;
	__heddle_nt_give((PVOID *)object, __heddle_alloc(16, 1));
	return STATUS_SUCCESS;
}

@part IoWMISetNotificationCallback
NTSTATUS IoWMISetNotificationCallback(PVOID object, WMI_NOTIFICATION_CALLBACK routine, PVOID context)
{
	(void)object;
	if (__heddle_nondet_bool())
		return STATUS_UNSUCCESSFUL;
	@any(routine, WMI notification/wmi, context)
	return STATUS_SUCCESS;
}

@thread wmi(PVOID context)
{
	@call(, __heddle_alloc(1024, 0), context)
}

@part PoRequestPowerIrp
NTSTATUS PoRequestPowerIrp(PDEVICE_OBJECT device, UCHAR minor, POWER_STATE state, PREQUEST_POWER_COMPLETE routine, PVOID context, PIRP *irp)
{
	(void)irp;
	if (__heddle_nondet_bool())
		return STATUS_INSUFFICIENT_RESOURCES;
	if (routine) {
		@once(routine, power completion/powered, device, minor, state, context)
	}
	return STATUS_PENDING;
}

@thread powered(PDEVICE_OBJECT device, UCHAR minor, POWER_STATE state, PVOID context)
{
	IO_STATUS_BLOCK block;

	block.Status = __heddle_nondet_int();
	block.Information = 0;
	__heddle_nt_level(DISPATCH_LEVEL);
	@call(, device, minor, state, context, &block)
	__heddle_nt_level(PASSIVE_LEVEL);
}

@part IoStartPacket
VOID IoStartPacket(PDEVICE_OBJECT device, PIRP irp, PULONG key, PDRIVER_CANCEL cancel)
{
	PDRIVER_OBJECT driver = device->DriverObject;

	(void)key;
	if (cancel)
		IoSetCancelRoutine(irp, cancel);
	@once(driver->DriverStartIo, start I/O/started, device, irp, irp->Heddle)
}

@thread started(PDEVICE_OBJECT device, PIRP irp, struct heddle_request *request)
{
	__heddle_atomic_begin();
	__heddle_assume(!device->DeviceQueue.Busy);
	device->DeviceQueue.Busy = TRUE;
	if (!request->Completed)
		device->CurrentIrp = irp;
	__heddle_atomic_end();
	__heddle_nt_level(DISPATCH_LEVEL);
	if (device->CurrentIrp == irp) {
		@call(, device, irp)
	}
	__heddle_nt_level(PASSIVE_LEVEL);
}

@part IoStartNextPacket
VOID IoStartNextPacket(PDEVICE_OBJECT device, BOOLEAN cancelable)
{
	(void)cancelable;
	__heddle_atomic_begin();
	device->CurrentIrp = NULL;
	device->DeviceQueue.Busy = FALSE;
	__heddle_atomic_end();
}
