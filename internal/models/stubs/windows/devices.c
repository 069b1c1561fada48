/* Drivers, devices and requests. A request that was completed is freed, with its buffers: whoever touches it then touches memory that is gone. Whether it was completed is kept
   apart, under its address. */
#include <wdm.h>
#include <heddle_intrinsics.h>

static NTSTATUS outcome(void)
{
	NTSTATUS status = __heddle_nondet_int();

	return status < 0 ? status : STATUS_SUCCESS;
}

NTSTATUS IoCreateDevice(PDRIVER_OBJECT driver, ULONG size, PUNICODE_STRING name, DEVICE_TYPE type, ULONG characteristics, BOOLEAN exclusive, PDEVICE_OBJECT *device)
{
	PDEVICE_OBJECT d;

	(void)name;
	if (__heddle_nondet_bool()) {
		*device = NULL;
		return STATUS_INSUFFICIENT_RESOURCES;
	}
	d = __heddle_alloc(sizeof(*d), 1);
	if (size)
		d->DeviceExtension = __heddle_alloc(size, 1);
	d->DriverObject = driver;
	d->DeviceType = type;
	d->Characteristics = characteristics;
	d->Flags = DO_DEVICE_INITIALIZING | (exclusive ? DO_EXCLUSIVE : 0);
	d->StackSize = 1;
	d->NextDevice = driver->DeviceObject;
	driver->DeviceObject = d;
	*device = d;
	return STATUS_SUCCESS;
}

NTSTATUS IoCreateDeviceSecure(PDRIVER_OBJECT driver, ULONG size, PUNICODE_STRING name, DEVICE_TYPE type, ULONG characteristics, BOOLEAN exclusive, PCUNICODE_STRING sddl, LPCGUID class, PDEVICE_OBJECT *device)
{
	(void)sddl;
	(void)class;
	return IoCreateDevice(driver, size, name, type, characteristics, exclusive, device);
}

/* Requests that are on their way, and files that are open, keep the object: the harness sees to it that there are none. Work items do: the last of them takes it along. */
void IoDeleteDevice(PDEVICE_OBJECT d)
{
	PDRIVER_OBJECT driver = d->DriverObject;
	LONG kept;

	if (driver->DeviceObject == d)
		driver->DeviceObject = d->NextDevice;
	__heddle_atomic_begin();
	kept = d->HeddleWork;
	d->HeddleDeleted = 1;
	__heddle_atomic_end();
	if (kept)
		return;
	if (d->DeviceExtension)
		__heddle_free(d->DeviceExtension);
	__heddle_free(d);
}

PDEVICE_OBJECT IoAttachDeviceToDeviceStack(PDEVICE_OBJECT source, PDEVICE_OBJECT target)
{
	if (__heddle_nondet_bool())
		return NULL;
	source->StackSize = target->StackSize + 1;
	target->AttachedDevice = source;
	return target;
}

NTSTATUS IoAttachDeviceToDeviceStackSafe(PDEVICE_OBJECT source, PDEVICE_OBJECT target, PDEVICE_OBJECT *attached)
{
	PDEVICE_OBJECT d = IoAttachDeviceToDeviceStack(source, target);

	if (!d)
		return STATUS_NO_SUCH_DEVICE;
	*attached = d;
	return STATUS_SUCCESS;
}

void IoDetachDevice(PDEVICE_OBJECT target) { target->AttachedDevice = NULL; }
PDEVICE_OBJECT IoGetAttachedDevice(PDEVICE_OBJECT d) { return d->AttachedDevice ? d->AttachedDevice : d; }
PDEVICE_OBJECT IoGetAttachedDeviceReference(PDEVICE_OBJECT d) { return d->AttachedDevice ? d->AttachedDevice : d; }
PDEVICE_OBJECT IoGetRelatedDeviceObject(PFILE_OBJECT file) { return file->DeviceObject; }

static PDEVICE_OBJECT another(void)
{
	PDEVICE_OBJECT d = __heddle_alloc(sizeof(*d), 1);

	d->StackSize = 1;
	return d;
}

NTSTATUS IoGetDeviceObjectPointer(PUNICODE_STRING name, ACCESS_MASK access, PFILE_OBJECT *file, PDEVICE_OBJECT *device)
{
	(void)name;
	(void)access;
	if (__heddle_nondet_bool())
		return STATUS_OBJECT_NAME_NOT_FOUND;
	*file = __heddle_alloc(sizeof(**file), 1);
	*device = (*file)->DeviceObject = another();
	return STATUS_SUCCESS;
}

NTSTATUS IoRegisterDeviceInterface(PDEVICE_OBJECT pdo, const GUID *class, PUNICODE_STRING reference, PUNICODE_STRING name)
{
	(void)pdo;
	(void)class;
	(void)reference;
	if (__heddle_nondet_bool())
		return STATUS_INVALID_DEVICE_REQUEST;
	name->Buffer = __heddle_alloc(256, 0);
	name->MaximumLength = 256;
	name->Length = __heddle_nondet_ushort() & 0xfe;
	return STATUS_SUCCESS;
}

NTSTATUS IoGetDeviceProperty(PDEVICE_OBJECT d, DEVICE_REGISTRY_PROPERTY property, ULONG n, PVOID buffer, PULONG result)
{
	(void)d;
	(void)property;
	if (n)
		__heddle_fill_any(buffer, n);
	*result = __heddle_nondet_uint() & 0xfff;
	return outcome();
}

static NTSTATUS handle(PHANDLE h)
{
	if (__heddle_nondet_bool())
		return STATUS_UNSUCCESSFUL;
	*h = __heddle_alloc(sizeof(KTHREAD), 1);
	return STATUS_SUCCESS;
}

NTSTATUS IoOpenDeviceRegistryKey(PDEVICE_OBJECT d, ULONG type, ACCESS_MASK access, PHANDLE h) { (void)d; (void)type; (void)access; return handle(h); }
NTSTATUS ZwOpenKey(PHANDLE h, ACCESS_MASK access, POBJECT_ATTRIBUTES a) { (void)access; (void)a; return handle(h); }
NTSTATUS ZwCreateKey(PHANDLE h, ACCESS_MASK access, POBJECT_ATTRIBUTES a, ULONG title, PUNICODE_STRING class, ULONG options, PULONG disposition)
{
	(void)access;
	(void)a;
	(void)title;
	(void)class;
	(void)options;
	if (disposition)
		*disposition = __heddle_nondet_uint();
	return handle(h);
}

NTSTATUS ZwQueryValueKey(HANDLE h, PUNICODE_STRING name, KEY_VALUE_INFORMATION_CLASS class, PVOID value, ULONG n, PULONG result)
{
	(void)h;
	(void)name;
	(void)class;
	if (n)
		__heddle_fill_any(value, n);
	*result = __heddle_nondet_uint() & 0xfff;
	return outcome();
}

NTSTATUS ZwSetValueKey(HANDLE h, PUNICODE_STRING name, ULONG title, ULONG type, PVOID data, ULONG n)
{
	(void)h;
	(void)name;
	(void)title;
	(void)type;
	if (n)
		__heddle_touch(data, n);
	return outcome();
}

NTSTATUS ObReferenceObjectByHandle(HANDLE h, ACCESS_MASK access, POBJECT_TYPE type, KPROCESSOR_MODE mode, PVOID *object, PVOID information)
{
	(void)access;
	(void)type;
	(void)mode;
	(void)information;
	*object = h;
	return STATUS_SUCCESS;
}

/* ---- requests */

void IoSetCompletionRoutine(PIRP irp, PIO_COMPLETION_ROUTINE routine, PVOID context, BOOLEAN success, BOOLEAN error, BOOLEAN cancel)
{
	PIO_STACK_LOCATION next = IoGetNextIrpStackLocation(irp);

	next->CompletionRoutine = routine;
	next->Context = context;
	next->Control = (success ? SL_INVOKE_ON_SUCCESS : 0) | (error ? SL_INVOKE_ON_ERROR : 0) | (cancel ? SL_INVOKE_ON_CANCEL : 0);
}

NTSTATUS IoSetCompletionRoutineEx(PDEVICE_OBJECT device, PIRP irp, PIO_COMPLETION_ROUTINE routine, PVOID context, BOOLEAN success, BOOLEAN error, BOOLEAN cancel)
{
	(void)device;
	IoSetCompletionRoutine(irp, routine, context, success, error, cancel);
	return __heddle_nondet_bool() ? STATUS_INSUFFICIENT_RESOURCES : STATUS_SUCCESS;
}

static PIRP packet(void)
{
	struct heddle_packet *p = __heddle_alloc(sizeof(*p), 1);

	__heddle_sem_init(&p->irp, 0);
	p->irp.StackCount = HEDDLE_LOCATIONS;
	p->irp.CurrentLocation = HEDDLE_LOCATIONS - 1;
	p->irp.Heddle = __heddle_alloc(sizeof(*p->irp.Heddle), 1);
	return &p->irp;
}

PIRP IoAllocateIrp(CCHAR size, BOOLEAN charge)
{
	(void)size;
	(void)charge;
	return __heddle_nondet_bool() ? NULL : packet();
}

void IoFreeIrp(PIRP irp) { __heddle_free(irp); }

void IoReuseIrp(PIRP irp, NTSTATUS status)
{
	irp->CurrentLocation = HEDDLE_LOCATIONS - 1;
	irp->IoStatus.Status = status;
	irp->Cancel = FALSE;
	irp->CancelRoutine = NULL;
}

static PIRP built(UCHAR major, PDEVICE_OBJECT device, PKEVENT event, PIO_STATUS_BLOCK block)
{
	PIRP irp;
	PIO_STACK_LOCATION next;

	if (__heddle_nondet_bool())
		return NULL;
	irp = packet();
	irp->UserEvent = event;
	irp->UserIosb = block;
	irp->Heddle->Event = event;
	irp->Heddle->Block = block;
	next = IoGetNextIrpStackLocation(irp);
	next->MajorFunction = major;
	next->DeviceObject = device;
	return irp;
}

PIRP IoBuildDeviceIoControlRequest(ULONG code, PDEVICE_OBJECT device, PVOID in, ULONG inn, PVOID out, ULONG outn, BOOLEAN internal, PKEVENT event, PIO_STATUS_BLOCK block)
{
	PIRP irp = built(internal ? IRP_MJ_INTERNAL_DEVICE_CONTROL : IRP_MJ_DEVICE_CONTROL, device, event, block);
	PIO_STACK_LOCATION next;

	if (!irp)
		return NULL;
	next = IoGetNextIrpStackLocation(irp);
	next->Parameters.DeviceIoControl.IoControlCode = code;
	next->Parameters.DeviceIoControl.InputBufferLength = inn;
	next->Parameters.DeviceIoControl.OutputBufferLength = outn;
	irp->AssociatedIrp.SystemBuffer = in ? in : out;
	irp->UserBuffer = out;
	return irp;
}

PIRP IoBuildSynchronousFsdRequest(ULONG major, PDEVICE_OBJECT device, PVOID buffer, ULONG n, PLARGE_INTEGER offset, PKEVENT event, PIO_STATUS_BLOCK block)
{
	PIRP irp = built((UCHAR)major, device, event, block);

	(void)n;
	(void)offset;
	if (irp)
		irp->AssociatedIrp.SystemBuffer = irp->UserBuffer = buffer;
	return irp;
}

PIRP IoBuildAsynchronousFsdRequest(ULONG major, PDEVICE_OBJECT device, PVOID buffer, ULONG n, PLARGE_INTEGER offset, PIO_STATUS_BLOCK block)
{
	return IoBuildSynchronousFsdRequest(major, device, buffer, n, offset, NULL, block);
}

/* A request of the harness is completed: nobody may touch it any more. */
void IofCompleteRequest(PIRP irp, CCHAR boost)
{
	struct heddle_request *r;
	PIO_STATUS_BLOCK block;
	PFILE_OBJECT file;
	PKEVENT event;
	PVOID buffer;

	(void)boost;
	__heddle_assert(__heddle_semvalue(irp) == 0, "a request is completed twice");
	__heddle_up(irp);
	r = irp->Heddle;
	__atomic_store_n(&r->Completed, 1, __ATOMIC_SEQ_CST);
	block = __atomic_load_n(&r->Block, __ATOMIC_SEQ_CST);
	if (block)
		*block = irp->IoStatus;
	event = __atomic_load_n(&r->Event, __ATOMIC_SEQ_CST);
	if (event)
		__heddle_nt_signal(&event->Header);
	buffer = __atomic_load_n(&r->Buffer, __ATOMIC_SEQ_CST);
	if (buffer)
		__heddle_free(buffer);
	file = __atomic_load_n(&r->File, __ATOMIC_SEQ_CST);
	if (file)
		__atomic_fetch_sub(&file->HeddleRequests, 1, __ATOMIC_SEQ_CST);
	__heddle_free(irp);
}

/* ---- time and the machine */

static LARGE_INTEGER any(void)
{
	LARGE_INTEGER t;

	t.QuadPart = __heddle_nondet_longlong();
	return t;
}

void KeQuerySystemTime(PLARGE_INTEGER t) { *t = any(); }
void KeQuerySystemTimePrecise(PLARGE_INTEGER t) { *t = any(); }
void KeQueryTickCount(PLARGE_INTEGER t) { *t = any(); }
void ExSystemTimeToLocalTime(PLARGE_INTEGER from, PLARGE_INTEGER to) { (void)from->QuadPart; *to = any(); }
void RtlTimeToTimeFields(PLARGE_INTEGER t, PTIME_FIELDS f) { (void)t->QuadPart; __heddle_fill_any(f, sizeof(*f)); }

LARGE_INTEGER KeQueryPerformanceCounter(PLARGE_INTEGER frequency)
{
	if (frequency)
		*frequency = any();
	return any();
}

static _Thread_local KTHREAD self;

PKTHREAD KeGetCurrentThread(void) { return &self; }

NTSTATUS RtlQueryRegistryValues(ULONG relative, PCWSTR path, PRTL_QUERY_REGISTRY_TABLE table, PVOID context, PVOID environment)
{
	(void)relative;
	(void)path;
	(void)context;
	(void)environment;
	if (table->EntryContext && !table->QueryRoutine)
		__heddle_fill_any(table->EntryContext, sizeof(ULONG));
	return outcome();
}

void KeBugCheckEx(ULONG code, ULONG_PTR a, ULONG_PTR b, ULONG_PTR c, ULONG_PTR d)
{
	(void)code;
	(void)a;
	(void)b;
	(void)c;
	(void)d;
	__heddle_halt(1);
}

void KeBugCheck(ULONG code)
{
	(void)code;
	__heddle_halt(1);
}

POWER_STATE PoSetPowerState(PDEVICE_OBJECT device, POWER_STATE_TYPE type, POWER_STATE state)
{
	(void)device;
	(void)type;
	(void)state;
	state.DeviceState = (DEVICE_POWER_STATE)(__heddle_nondet_uint() % PowerDeviceMaximum);
	return state;
}

_Bool __heddle_raised(void) { return __heddle_nondet_bool(); }

PVOID IoAllocateErrorLogEntry(PVOID object, UCHAR size)
{
	(void)object;
	return __heddle_nondet_bool() ? __heddle_alloc(size, 1) : NULL;
}
