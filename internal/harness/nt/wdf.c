/* The framework: objects with contexts, queues that hand out requests, timers, work items, interrupts. Written as wdm.c is. What the framework serializes is what it holds while it calls:
   the lock of a device or of a queue, as the synchronization scope says; a sequential queue hands out its next request when the last one is completed or goes elsewhere. */

@part =heddle_wdf
/* The device is added and started, alone. Then files are opened and requests come; when all files are closed it is stopped and removed. */
static void heddle_wdf(PDRIVER_OBJECT driver)
{
	PWDFDEVICE_INIT init = __heddle_alloc(sizeof(*init), 1);
	WDFCMRESLIST list = __heddle_alloc(sizeof(*list), 1);
	WDFDEVICE device;
	NTSTATUS status = STATUS_SUCCESS;

	(void)driver;
	init->Driver = heddle_framework;
	if (!heddle_framework || !heddle_framework->Config.EvtDriverDeviceAdd)
		return;
	@do(status, heddle_framework->Config.EvtDriverDeviceAdd, EvtDriverDeviceAdd, heddle_framework, init)
	device = init->Created;
	if (status < 0 || !device)
		return;
	@do(status, device->Pnp.EvtDevicePrepareHardware, EvtDevicePrepareHardware, device, list, list)
	if (status < 0)
		return;
	@do(status, device->Pnp.EvtDeviceD0Entry, EvtDeviceD0Entry, device, WdfPowerDeviceD3Final)
	if (status < 0)
		return;
	__atomic_store_n(&heddle_powered, 1, __ATOMIC_SEQ_CST);
	@do(status, device->Pnp.EvtDeviceSelfManagedIoInit, EvtDeviceSelfManagedIoInit, device)
	if (status < 0)
		return;
	while (__heddle_nondet_bool()) {
		__atomic_fetch_add(&heddle_open, 1, __ATOMIC_SEQ_CST);
		__heddle_spawn(0, heddle_wdf_file, device);
	}
	while (heddle_child && __heddle_nondet_bool()) {
		__atomic_fetch_add(&heddle_open, 1, __ATOMIC_SEQ_CST);
		__heddle_spawn(0, heddle_wdf_file, heddle_child);
	}
	__heddle_atomic_begin();
	__heddle_assume(heddle_open == 0);
	__heddle_atomic_end();
	@do(status, device->Pnp.EvtDeviceSelfManagedIoSuspend, EvtDeviceSelfManagedIoSuspend, device)
	__heddle_atomic_begin();
	__heddle_assume(heddle_serving == 0);
	heddle_powered = 0;
	__heddle_atomic_end();
	@do(status, device->Pnp.EvtDeviceD0Exit, EvtDeviceD0Exit, device, WdfPowerDeviceD3Final)
	@do(status, device->Pnp.EvtDeviceReleaseHardware, EvtDeviceReleaseHardware, device, list)
	@do(, device->Pnp.EvtDeviceSelfManagedIoCleanup, EvtDeviceSelfManagedIoCleanup, device)
	__heddle_atomic_begin();
	__heddle_assume(device->Callbacks == 0);
	device->Disposed = 1;
	__heddle_atomic_end();
	@do(, device->Head.Cleanup, EvtCleanupCallback, device)
	@do(, heddle_framework->Config.EvtDriverUnload, EvtDriverUnload, heddle_framework)
}

@part =heddle_powered
/* Interrupts come while the device has power, and not while it is being set up: how many are served. */
static LONG heddle_powered, heddle_serving;

@part =heddle_child
/* A device that the driver makes besides, for a child or for control: files are opened on it, too. */
static WDFDEVICE heddle_child;

@part =heddle_wdf_file
static void heddle_wdf_file(WDFDEVICE device)
{
	WDFFILEOBJECT file = __heddle_alloc(sizeof(*file), 1);
	WDFQUEUE queue = device->Default;
	PVOID lock = device->FileLock;
	NTSTATUS status = STATUS_SUCCESS;

	file->Head.Device = device;
	if (device->FileContext)
		file->Head.Context = __heddle_alloc(device->FileContext, 1);
	file->Name.Buffer = __heddle_alloc(64, 0);
	file->Name.Length = __heddle_nondet_uint() & 0x3e;
	file->Name.MaximumLength = 64;
	if (device->Files.EvtDeviceFileCreate) {
		__atomic_fetch_add(&file->Requests, 1, __ATOMIC_SEQ_CST);
		WDFREQUEST request = heddle_wdf_request(device, file, NULL, WdfRequestTypeCreate);
		struct heddle_wdf_request *r = request->Heddle;
		if (lock)
			__heddle_lock(lock);
		@do(, device->Files.EvtDeviceFileCreate, EvtDeviceFileCreate, device, request, file)
		if (lock)
			__heddle_unlock(lock);
		__heddle_atomic_begin();
		__heddle_assume(r->Completed);
		status = r->Status;
		__heddle_atomic_end();
	}
	if (status >= 0) {
		WDFQUEUE reads = device->Reads ? device->Reads : queue, writes = device->Writes ? device->Writes : queue, controls = device->Controls ? device->Controls : queue;
		WDFQUEUE internals = device->Internals ? device->Internals : queue;
		if (reads) {
			@any(reads->Config.EvtIoRead, EvtIoRead/io_read, reads, file, NULL)
		}
		if (writes) {
			@any(writes->Config.EvtIoWrite, EvtIoWrite/io_write, writes, file, NULL)
		}
		if (controls) {
			@any(controls->Config.EvtIoDeviceControl, EvtIoDeviceControl/io_control, controls, file, NULL)
		}
		if (internals) {
			@any(internals->Config.EvtIoInternalDeviceControl, EvtIoInternalDeviceControl/io_internal, internals, file, NULL)
		}
		if (queue) {
			@any(queue->Config.EvtIoDefault, EvtIoDefault/io_default, queue, file, NULL)
		}
	}
	if (status >= 0) {
		if (lock)
			__heddle_lock(lock);
		@do(, device->Files.EvtFileCleanup, EvtFileCleanup, file)
		if (lock)
			__heddle_unlock(lock);
	}
	__heddle_atomic_begin();
	__heddle_assume(file->Requests == 0);
	file->Closed = 1;
	__heddle_atomic_end();
	if (status >= 0) {
		if (lock)
			__heddle_lock(lock);
		@do(, device->Files.EvtFileClose, EvtFileClose, file)
		if (lock)
			__heddle_unlock(lock);
	}
	__atomic_fetch_sub(&heddle_open, 1, __ATOMIC_SEQ_CST);
}

@part =heddle_wdf_request
static WDFREQUEST heddle_wdf_request(WDFDEVICE device, WDFFILEOBJECT file, WDFQUEUE queue, WDF_REQUEST_TYPE type)
{
	WDFREQUEST request = __heddle_alloc(sizeof(*request), 1);

	__heddle_sem_init(request, 0);
	request->Heddle = __heddle_alloc(sizeof(*request->Heddle), 1);
	request->Head.Device = device;
	if (device->RequestContext)
		request->Head.Context = __heddle_alloc(device->RequestContext, 1);
	request->Type = type;
	request->File = file;
	request->Queue = queue;
	request->Code = __heddle_nondet_uint();
	request->InputLength = __heddle_nondet_uint() & 0xfff;
	request->OutputLength = __heddle_nondet_uint() & 0xfff;
	request->Cancelled = __heddle_nondet_bool();
	if (type != WdfRequestTypeCreate)
		request->Buffer = __heddle_alloc(4096, 0);
	return request;
}

/* How many requests of a queue a driver may have at a time. */
static BOOLEAN heddle_wdf_full(WDFQUEUE queue)
{
	LONG most = queue->Config.Settings.Parallel.NumberOfPresentedRequests;

	return queue->Config.DispatchType == WdfIoQueueDispatchParallel && most > 0 && queue->Held >= most;
}

/* A queue that is not stopped hands out a request: a sequential one when nobody has one of it. What its callbacks hold is held. */
static WDFREQUEST heddle_wdf_begin(WDFQUEUE queue, PVOID lock, WDFFILEOBJECT file, WDFREQUEST request, WDF_REQUEST_TYPE type)
{
	if (!request) {
		__heddle_atomic_begin();
		__heddle_assume(!file->Closed && !queue->Stopped && !heddle_wdf_full(queue));
		file->Requests++;
		queue->Held++;
		__heddle_atomic_end();
		request = heddle_wdf_request(queue->Head.Device, file, queue, type);
	} else {
		__heddle_atomic_begin();
		__heddle_assume(!queue->Stopped && !heddle_wdf_full(queue));
		queue->Held++;
		__heddle_atomic_end();
	}
	__atomic_store_n(&request->Heddle->Counted, 1, __ATOMIC_SEQ_CST);
	if (queue->Config.DispatchType == WdfIoQueueDispatchSequential) {
		__heddle_atomic_begin();
		__heddle_assume(queue->Busy == 0);
		queue->Busy = 1;
		__heddle_atomic_end();
	}
	if (lock)
		__heddle_lock(lock);
	if (!queue->Head.Passive)
		__heddle_nt_level(DISPATCH_LEVEL);
	return request;
}

static void heddle_wdf_end(PVOID lock)
{
	__heddle_nt_level(PASSIVE_LEVEL);
	if (lock)
		__heddle_unlock(lock);
}

@thread io_read(WDFQUEUE queue, WDFFILEOBJECT file, WDFREQUEST given)
{
	PVOID lock = queue->Head.Lock;
	WDFREQUEST request = heddle_wdf_begin(queue, lock, file, given, WdfRequestTypeRead);
	@call(, queue, request, request->OutputLength)
	heddle_wdf_end(lock);
}

@thread io_write(WDFQUEUE queue, WDFFILEOBJECT file, WDFREQUEST given)
{
	PVOID lock = queue->Head.Lock;
	WDFREQUEST request = heddle_wdf_begin(queue, lock, file, given, WdfRequestTypeWrite);
	@call(, queue, request, request->InputLength)
	heddle_wdf_end(lock);
}

@thread io_control(WDFQUEUE queue, WDFFILEOBJECT file, WDFREQUEST given)
{
	PVOID lock = queue->Head.Lock;
	WDFREQUEST request = heddle_wdf_begin(queue, lock, file, given, WdfRequestTypeDeviceControl);
	@call(, queue, request, request->OutputLength, request->InputLength, request->Code)
	heddle_wdf_end(lock);
}

@thread io_internal(WDFQUEUE queue, WDFFILEOBJECT file, WDFREQUEST given)
{
	PVOID lock = queue->Head.Lock;
	WDFREQUEST request = heddle_wdf_begin(queue, lock, file, given, WdfRequestTypeDeviceControlInternal);
	@call(, queue, request, request->OutputLength, request->InputLength, request->Code)
	heddle_wdf_end(lock);
}

@thread io_default(WDFQUEUE queue, WDFFILEOBJECT file, WDFREQUEST given)
{
	PVOID lock = queue->Head.Lock;
	WDFREQUEST request = heddle_wdf_begin(queue, lock, file, given, __heddle_nondet_bool() ? WdfRequestTypeRead : WdfRequestTypeDeviceControl);
	@call(, queue, request)
	heddle_wdf_end(lock);
}

@part =heddle_object
/* A new object: its context, its parent, what its callbacks hold and at which level they run. */
static void heddle_object(PVOID object, PWDF_OBJECT_ATTRIBUTES a, PVOID parent, WDFDEVICE device)
{
	struct heddle_object *o = object, *own = a ? a->ParentObject : NULL, *other = parent;
	LONG passive = FALSE;

	if (own) { /* a variable for both would make objects of all kinds one to those who do not know which it is */
		o->Device = device ? device : own->Device;
		passive = own->Passive;
	} else if (other) {
		o->Device = device ? device : other->Device;
		passive = other->Passive;
	} else {
		o->Device = device;
	}
	if (a && a->ContextTypeInfo)
		o->Context = __heddle_alloc(a->ContextSizeOverride ? a->ContextSizeOverride : a->ContextTypeInfo->ContextSize, 1);
	if (a) {
		o->Cleanup = a->EvtCleanupCallback;
		o->Destroy = a->EvtDestroyCallback;
	}
	o->Passive = a && a->ExecutionLevel == WdfExecutionLevelPassive || passive && !(a && a->ExecutionLevel == WdfExecutionLevelDispatch);
}

@part WdfDriverCreate
NTSTATUS WdfDriverCreate(PDRIVER_OBJECT driver, PCUNICODE_STRING path, PWDF_OBJECT_ATTRIBUTES attributes, PWDF_DRIVER_CONFIG config, WDFDRIVER *out)
{
	WDFDRIVER d;

	(void)path;
	if (__heddle_nondet_bool())
		return STATUS_INSUFFICIENT_RESOURCES;
	d = __heddle_alloc(sizeof(*d), 1);
	heddle_object(d, attributes, NULL, NULL);
	d->Driver = driver;
	d->Config = *config;
	d->Scope = attributes ? attributes->SynchronizationScope : WdfSynchronizationScopeNone;
	heddle_framework = d;
	if (out)
		__heddle_nt_give((PVOID *)out, d);
	return STATUS_SUCCESS;
}

@part WdfGetDriver
WDFDRIVER WdfGetDriver(VOID) { return heddle_framework; }

@part WdfDriverWdmGetDriverObject
PDRIVER_OBJECT WdfDriverWdmGetDriverObject(WDFDRIVER d) { return d->Driver; }

@part WdfDeviceInitSetPnpPowerEventCallbacks
VOID WdfDeviceInitSetPnpPowerEventCallbacks(PWDFDEVICE_INIT init, PWDF_PNPPOWER_EVENT_CALLBACKS c) { init->Pnp = *c; }

@part WdfDeviceInitSetFileObjectConfig
VOID WdfDeviceInitSetFileObjectConfig(PWDFDEVICE_INIT init, PWDF_FILEOBJECT_CONFIG c, PWDF_OBJECT_ATTRIBUTES a)
{
	init->Files = *c;
	init->FileScope = a ? a->SynchronizationScope : WdfSynchronizationScopeNone;
	if (a && a->ContextTypeInfo)
		init->FileContext = a->ContextTypeInfo->ContextSize;
}

@part WdfDeviceInitSetRequestAttributes
VOID WdfDeviceInitSetRequestAttributes(PWDFDEVICE_INIT init, PWDF_OBJECT_ATTRIBUTES a)
{
	if (a && a->ContextTypeInfo)
		init->RequestContext = a->ContextTypeInfo->ContextSize;
}

@part WdfPdoInitAllocate
PWDFDEVICE_INIT WdfPdoInitAllocate(WDFDEVICE parent)
{
	PWDFDEVICE_INIT init;

	if (__heddle_nondet_bool())
		return NULL;
	init = __heddle_alloc(sizeof(*init), 1);
	init->Child = TRUE;
	init->Driver = parent->Driver;
	return init;
}

@part WdfControlDeviceInitAllocate
PWDFDEVICE_INIT WdfControlDeviceInitAllocate(WDFDRIVER driver, const UNICODE_STRING *sddl)
{
	PWDFDEVICE_INIT init;

	(void)sddl;
	if (__heddle_nondet_bool())
		return NULL;
	init = __heddle_alloc(sizeof(*init), 1);
	init->Child = TRUE;
	init->Driver = driver;
	return init;
}

@part WdfDeviceInitFree
VOID WdfDeviceInitFree(PWDFDEVICE_INIT init) { (void)init; }

@part WdfDeviceCreate
NTSTATUS WdfDeviceCreate(PWDFDEVICE_INIT *init, PWDF_OBJECT_ATTRIBUTES attributes, WDFDEVICE *out)
{
	WDFDEVICE d;
	LONG scope = attributes ? attributes->SynchronizationScope : WdfSynchronizationScopeInheritFromParent;

	if (__heddle_nondet_bool())
		return STATUS_INSUFFICIENT_RESOURCES;
	d = __heddle_alloc(sizeof(*d), 1);
	heddle_object(d, attributes, heddle_framework, d);
	d->Driver = (*init)->Driver;
	d->Pnp = (*init)->Pnp;
	d->Files = (*init)->Files;
	d->FileContext = (*init)->FileContext;
	d->RequestContext = (*init)->RequestContext;
	d->Scope = scope == WdfSynchronizationScopeInheritFromParent ? heddle_framework->Scope : scope;
	if (d->Scope == WdfSynchronizationScopeDevice) {
		__heddle_mutex_init(d, 1);
		d->Head.Lock = d;
		/* The callbacks of files run where waiting is allowed, so they share the lock of a device of that level alone. */
		if (d->Head.Passive && ((*init)->FileScope == WdfSynchronizationScopeDevice || (*init)->FileScope == WdfSynchronizationScopeInheritFromParent))
			d->FileLock = d;
	}
	d->Device = __heddle_alloc(sizeof(*d->Device), 1);
	d->Device->DeviceExtension = d;
	d->Pdo = (*init)->Pdo ? (*init)->Pdo : __heddle_alloc(sizeof(*d->Pdo), 1);
	d->Target = __heddle_alloc(sizeof(*d->Target), 1);
	d->Target->Head.Device = d;
	d->Target->State = WdfIoTargetStarted;
	d->Target->Target = d->Pdo;
	(*init)->Created = d;
	if ((*init)->Child)
		heddle_child = d;
	*init = NULL;
	__heddle_nt_give((PVOID *)out, d);
	return STATUS_SUCCESS;
}

@part WdfDeviceGetDriver
WDFDRIVER WdfDeviceGetDriver(WDFDEVICE d) { return d->Driver; }

@part WdfDeviceGetIoTarget
WDFIOTARGET WdfDeviceGetIoTarget(WDFDEVICE d) { return d->Target; }

@part WdfDeviceGetDefaultQueue
WDFQUEUE WdfDeviceGetDefaultQueue(WDFDEVICE d) { return d->Default; }

@part WdfDeviceWdmGetDeviceObject
PDEVICE_OBJECT WdfDeviceWdmGetDeviceObject(WDFDEVICE d) { return d->Device; }

@part WdfDeviceWdmGetAttachedDevice
PDEVICE_OBJECT WdfDeviceWdmGetAttachedDevice(WDFDEVICE d) { return d->Pdo; }

@part WdfFdoInitWdmGetPhysicalDevice
/* The one that the device has when it is made. */
PDEVICE_OBJECT WdfFdoInitWdmGetPhysicalDevice(PWDFDEVICE_INIT init)
{
	if (!init->Pdo)
		init->Pdo = __heddle_alloc(sizeof(*init->Pdo), 1);
	return init->Pdo;
}

@part WdfDeviceWdmGetPhysicalDevice
PDEVICE_OBJECT WdfDeviceWdmGetPhysicalDevice(WDFDEVICE d) { return d->Pdo; }

@part WdfWdmDeviceGetWdfDeviceHandle
WDFDEVICE WdfWdmDeviceGetWdfDeviceHandle(PDEVICE_OBJECT d) { return d->DeviceExtension; }

@part WdfIoQueueCreate
NTSTATUS WdfIoQueueCreate(WDFDEVICE device, PWDF_IO_QUEUE_CONFIG config, PWDF_OBJECT_ATTRIBUTES attributes, WDFQUEUE *out)
{
	WDFQUEUE q;
	LONG scope = attributes ? attributes->SynchronizationScope : WdfSynchronizationScopeInheritFromParent;

	if (__heddle_nondet_bool())
		return STATUS_INSUFFICIENT_RESOURCES;
	q = __heddle_alloc(sizeof(*q), 1);
	heddle_object(q, attributes, device, device);
	q->Config = *config;
	if (scope == WdfSynchronizationScopeInheritFromParent)
		scope = device->Scope;
	if (scope == WdfSynchronizationScopeQueue) {
		__heddle_mutex_init(q, 1);
		q->Head.Lock = q;
	}
	if (scope == WdfSynchronizationScopeDevice)
		q->Head.Lock = device->Head.Lock;
	if (config->DefaultQueue)
		device->Default = q;
	if (out)
		__heddle_nt_give((PVOID *)out, q);
	return STATUS_SUCCESS;
}

@part WdfIoQueueGetDevice
WDFDEVICE WdfIoQueueGetDevice(WDFQUEUE q) { return q->Head.Device; }

@part WdfDeviceConfigureRequestDispatching
NTSTATUS WdfDeviceConfigureRequestDispatching(WDFDEVICE device, WDFQUEUE queue, WDF_REQUEST_TYPE type)
{
	if (__heddle_nondet_bool())
		return STATUS_INSUFFICIENT_RESOURCES;
	switch (type) {
	case WdfRequestTypeRead:
		device->Reads = queue;
		break;
	case WdfRequestTypeWrite:
		device->Writes = queue;
		break;
	case WdfRequestTypeDeviceControl:
		device->Controls = queue;
		break;
	case WdfRequestTypeDeviceControlInternal:
		device->Internals = queue;
		break;
	default:
		break;
	}
	return STATUS_SUCCESS;
}

@part WdfRequestForwardToIoQueue
NTSTATUS WdfRequestForwardToIoQueue(WDFREQUEST request, WDFQUEUE queue) { return heddle_forward(request, queue); }

@part WdfRequestForwardToParentDeviceIoQueue
NTSTATUS WdfRequestForwardToParentDeviceIoQueue(WDFREQUEST request, WDFQUEUE queue, PWDF_REQUEST_FORWARD_OPTIONS options)
{
	(void)options;
	return heddle_forward(request, queue);
}

@part WdfRequestRequeue
NTSTATUS WdfRequestRequeue(WDFREQUEST request) { return heddle_forward(request, request->Queue); }

@part =heddle_forward
static NTSTATUS heddle_forward(WDFREQUEST request, WDFQUEUE queue)
{
	if (__heddle_nondet_bool())
		return STATUS_WDF_BUSY;
	__heddle_wdf_gone(request);
	request->Queue = queue;
	if (queue->Config.DispatchType == WdfIoQueueDispatchManual) {
		__heddle_atomic_begin();
		request->Next = queue->First;
		queue->First = request;
		__heddle_atomic_end();
		@once(queue->Ready, EvtIoQueueState/ready, queue)
		return STATUS_SUCCESS;
	}
	if (request->Type == WdfRequestTypeRead && queue->Config.EvtIoRead) {
		@once(queue->Config.EvtIoRead, EvtIoRead/io_read, queue, request->File, request)
	} else if (request->Type == WdfRequestTypeWrite && queue->Config.EvtIoWrite) {
		@once(queue->Config.EvtIoWrite, EvtIoWrite/io_write, queue, request->File, request)
	} else if (request->Type == WdfRequestTypeDeviceControl && queue->Config.EvtIoDeviceControl) {
		@once(queue->Config.EvtIoDeviceControl, EvtIoDeviceControl/io_control, queue, request->File, request)
	} else if (request->Type == WdfRequestTypeDeviceControlInternal && queue->Config.EvtIoInternalDeviceControl) {
		@once(queue->Config.EvtIoInternalDeviceControl, EvtIoInternalDeviceControl/io_internal, queue, request->File, request)
	} else {
		@once(queue->Config.EvtIoDefault, EvtIoDefault/io_default, queue, request->File, request)
	}
	return STATUS_SUCCESS;
}

@thread ready(WDFQUEUE queue)
{
	@call(, queue, queue->ReadyContext)
}

@part WdfIoQueueReadyNotify
NTSTATUS WdfIoQueueReadyNotify(WDFQUEUE q, PFN_WDF_IO_QUEUE_STATE f, WDFCONTEXT context)
{
	q->ReadyContext = context;
	q->Ready = f;
	return STATUS_SUCCESS;
}

@part WdfIoQueueRetrieveNextRequest
NTSTATUS WdfIoQueueRetrieveNextRequest(WDFQUEUE q, WDFREQUEST *out)
{
	WDFREQUEST r;

	__heddle_atomic_begin();
	r = q->First;
	if (r) {
		q->First = r->Next;
		q->Held++;
		r->Heddle->Counted = 1;
	}
	__heddle_atomic_end();
	if (!r)
		return STATUS_NO_MORE_ENTRIES;
	__heddle_nt_give((PVOID *)out, r);
	return STATUS_SUCCESS;
}

@part WdfIoQueueRetrieveRequestByFileObject
NTSTATUS WdfIoQueueRetrieveRequestByFileObject(WDFQUEUE q, WDFFILEOBJECT file, WDFREQUEST *out)
{
	WDFREQUEST r, *at;

	__heddle_atomic_begin();
	for (at = &q->First; *at && (*at)->File != file; at = &(*at)->Next)
		;
	r = *at;
	if (r) {
		*at = r->Next;
		q->Held++;
		r->Heddle->Counted = 1;
	}
	__heddle_atomic_end();
	if (!r)
		return STATUS_NO_MORE_ENTRIES;
	__heddle_nt_give((PVOID *)out, r);
	return STATUS_SUCCESS;
}

@part WdfIoQueueStart
VOID WdfIoQueueStart(WDFQUEUE q) { __atomic_store_n(&q->Stopped, 0, __ATOMIC_SEQ_CST); }

@part WdfIoQueueStop
VOID WdfIoQueueStop(WDFQUEUE q, PFN_WDF_IO_QUEUE_STATE f, WDFCONTEXT context)
{
	__atomic_store_n(&q->Stopped, 1, __ATOMIC_SEQ_CST);
	@once(f, EvtIoQueueState/queue_empty, q, context)
}

@part WdfIoQueueStopSynchronously
VOID WdfIoQueueStopSynchronously(WDFQUEUE q)
{
	__atomic_store_n(&q->Stopped, 1, __ATOMIC_SEQ_CST);
	heddle_queue_empty(q);
}

@part WdfIoQueuePurge
VOID WdfIoQueuePurge(WDFQUEUE q, PFN_WDF_IO_QUEUE_STATE f, WDFCONTEXT context)
{
	heddle_queue_purge(q);
	@once(f, EvtIoQueueState/queue_empty, q, context)
}

@part WdfIoQueuePurgeSynchronously
VOID WdfIoQueuePurgeSynchronously(WDFQUEUE q)
{
	heddle_queue_purge(q);
	heddle_queue_empty(q);
}

@part =heddle_queue_empty
/* All requests that the queue has handed out are completed or have gone elsewhere. Who had them may be still at work. */
static void heddle_queue_empty(WDFQUEUE q)
{
	__heddle_atomic_begin();
	__heddle_assume(q->Held == 0);
	__heddle_atomic_end();
}

@part =heddle_queue_purge
/* The queue hands out nothing more, and what it has is cancelled: by the driver, if it wants to do it. */
static void heddle_queue_purge(WDFQUEUE q)
{
	WDFREQUEST r;

	__atomic_store_n(&q->Stopped, 1, __ATOMIC_SEQ_CST);
	for (;;) {
		__heddle_atomic_begin();
		r = q->First;
		if (r)
			q->First = r->Next;
		__heddle_atomic_end();
		if (!r)
			break;
		if (q->Config.EvtIoCanceledOnQueue) /* which is called at other times, too, so it stays a function of which not all calls are known */
			q->Config.EvtIoCanceledOnQueue(q, r);
		else
			WdfRequestComplete(r, STATUS_CANCELLED);
	}
}

@thread queue_empty(WDFQUEUE queue, WDFCONTEXT context)
{
	heddle_queue_empty(queue);
	@call(, queue, context)
}

@part WdfRequestMarkCancelable
VOID WdfRequestMarkCancelable(WDFREQUEST request, PFN_WDF_REQUEST_CANCEL f)
{
	heddle_mark(request, f);
}

@part WdfRequestMarkCancelableEx
NTSTATUS WdfRequestMarkCancelableEx(WDFREQUEST request, PFN_WDF_REQUEST_CANCEL f)
{
	if (request->Cancelled)
		return STATUS_CANCELLED;
	heddle_mark(request, f);
	return STATUS_SUCCESS;
}

@part =heddle_mark
static void heddle_mark(WDFREQUEST request, PFN_WDF_REQUEST_CANCEL f)
{
	__atomic_store_n(&request->Cancel, f, __ATOMIC_SEQ_CST);
	@once(f, EvtRequestCancel/request_cancelled, request, request->Queue, request->Heddle)
}

@thread request_cancelled(WDFREQUEST request, WDFQUEUE queue, struct heddle_wdf_request *r)
{
	BOOLEAN mine = FALSE;

	__heddle_atomic_begin();
	if (!r->Completed && request->Cancel == @fn) {
		mine = TRUE;
		request->Cancel = NULL;
		request->Cancelled = TRUE;
	}
	__heddle_atomic_end();
	if (mine) {
		PVOID lock = queue ? queue->Head.Lock : NULL;

		if (lock)
			__heddle_lock(lock);
		@call(, request)
		if (lock)
			__heddle_unlock(lock);
	}
}

@part WdfRequestUnmarkCancelable
NTSTATUS WdfRequestUnmarkCancelable(WDFREQUEST request)
{
	return __atomic_exchange_n(&request->Cancel, NULL, __ATOMIC_SEQ_CST) ? STATUS_SUCCESS : STATUS_CANCELLED;
}

@part WdfRequestSetCompletionRoutine
VOID WdfRequestSetCompletionRoutine(WDFREQUEST request, PFN_WDF_REQUEST_COMPLETION_ROUTINE f, WDFCONTEXT context)
{
	request->Completion = f;
	request->CompletionContext = context;
}

@part WdfRequestSend
/* The target answers: later, in a thread of its own, or at once. */
BOOLEAN WdfRequestSend(WDFREQUEST request, WDFIOTARGET target, PWDF_REQUEST_SEND_OPTIONS options)
{
	if (__heddle_nondet_bool()) {
		request->Status = STATUS_INVALID_DEVICE_STATE;
		return FALSE;
	}
	if (options && options->Flags & WDF_REQUEST_SEND_OPTION_SEND_AND_FORGET) {
		__heddle_wdf_gone(request);
		if (__heddle_nondet_bool())
			__heddle_spawn(0, heddle_forgotten, request);
		return TRUE;
	}
	if (options && options->Flags & WDF_REQUEST_SEND_OPTION_SYNCHRONOUS) {
		heddle_sent(request);
		return TRUE;
	}
	@once(request->Completion, EvtRequestCompletion/request_completed, request, target)
	return TRUE;
}

@part =heddle_sent
static void heddle_sent(WDFREQUEST request)
{
	NTSTATUS status = __heddle_nondet_int();

	request->Status = status;
	request->Information = __heddle_nondet_uint() & 0xfff;
	request->Params.IoStatus.Status = status;
	request->Params.IoStatus.Information = request->Information;
}

@part =heddle_forgotten
static void heddle_forgotten(WDFREQUEST request)
{
	WdfRequestComplete(request, __heddle_nondet_int());
}

@thread request_completed(WDFREQUEST request, WDFIOTARGET target)
{
	heddle_sent(request);
	__heddle_nt_level(DISPATCH_LEVEL);
	@call(, request, target, &request->Params, request->CompletionContext)
	__heddle_nt_level(PASSIVE_LEVEL);
}

@part WdfRequestCancelSentRequest
BOOLEAN WdfRequestCancelSentRequest(WDFREQUEST request)
{
	(void)request;
	return __heddle_nondet_bool();
}

@part WdfRequestCreate
NTSTATUS WdfRequestCreate(PWDF_OBJECT_ATTRIBUTES attributes, WDFIOTARGET target, WDFREQUEST *out)
{
	WDFREQUEST r;

	if (__heddle_nondet_bool())
		return STATUS_INSUFFICIENT_RESOURCES;
	r = __heddle_alloc(sizeof(*r), 1);
	heddle_object(r, attributes, target, NULL);
	__heddle_sem_init(r, 0);
	r->Own = TRUE;
	r->Heddle = __heddle_alloc(sizeof(*r->Heddle), 1);
	__heddle_nt_give((PVOID *)out, r);
	return STATUS_SUCCESS;
}

@part =heddle_child_begins
/* Timers, work items and DPCs below a device are gone before its cleanup callback: what runs is waited for, and nothing begins any more. */
static BOOLEAN heddle_child_begins(struct heddle_object *o)
{
	if (!o->Device)
		return TRUE;
	if (o->Device->Disposed)
		return FALSE;
	o->Device->Callbacks++;
	return TRUE;
}

static void heddle_child_ends(struct heddle_object *o)
{
	if (o->Device)
		__atomic_fetch_sub(&o->Device->Callbacks, 1, __ATOMIC_SEQ_CST);
}

@part WdfTimerCreate
NTSTATUS WdfTimerCreate(PWDF_TIMER_CONFIG config, PWDF_OBJECT_ATTRIBUTES attributes, WDFTIMER *out)
{
	WDFTIMER t;

	if (__heddle_nondet_bool())
		return STATUS_INSUFFICIENT_RESOURCES;
	t = __heddle_alloc(sizeof(*t), 1);
	heddle_object(t, attributes, NULL, NULL);
	t->Config = *config;
	t->Parent = attributes ? attributes->ParentObject : NULL;
	if (config->AutomaticSerialization && t->Parent)
		t->Head.Lock = t->Parent->Lock;
	__heddle_nt_give((PVOID *)out, t);
	return STATUS_SUCCESS;
}

@part =heddle_timers
static ULONG heddle_timers;

@part WdfTimerStart
BOOLEAN WdfTimerStart(WDFTIMER timer, LONGLONG due)
{
	ULONG number = __atomic_add_fetch(&heddle_timers, 1, __ATOMIC_SEQ_CST), old;

	(void)due;
	old = __atomic_exchange_n(&timer->Armed, number, __ATOMIC_SEQ_CST);
	if (timer->Config.Period) {
		@any(timer->Config.EvtTimerFunc, EvtTimerFunc/timer, timer, number)
	} else {
		@once(timer->Config.EvtTimerFunc, EvtTimerFunc/timer, timer, number)
	}
	return old != 0;
}

@thread timer(WDFTIMER timer, ULONG number)
{
	PVOID lock = timer->Head.Lock;
	BOOLEAN mine;

	__heddle_atomic_begin();
	mine = timer->Armed == number && heddle_child_begins(&timer->Head);
	if (mine) {
		timer->Running++;
		if (!timer->Config.Period)
			timer->Armed = 0;
	}
	__heddle_atomic_end();
	if (!mine)
		return;
	if (lock)
		__heddle_lock(lock);
	if (!timer->Head.Passive)
		__heddle_nt_level(DISPATCH_LEVEL);
	@call(, timer)
	__heddle_nt_level(PASSIVE_LEVEL);
	if (lock)
		__heddle_unlock(lock);
	__atomic_fetch_sub(&timer->Running, 1, __ATOMIC_SEQ_CST);
	heddle_child_ends(&timer->Head);
}

@part WdfTimerStop
BOOLEAN WdfTimerStop(WDFTIMER timer, BOOLEAN wait)
{
	BOOLEAN was = __atomic_exchange_n(&timer->Armed, 0, __ATOMIC_SEQ_CST) != 0;

	if (wait) {
		__heddle_atomic_begin();
		__heddle_assume(timer->Running == 0);
		__heddle_atomic_end();
	}
	return was;
}

@part WdfTimerGetParentObject
WDFOBJECT WdfTimerGetParentObject(WDFTIMER t) { return t->Parent; }

@part WdfWorkItemCreate
NTSTATUS WdfWorkItemCreate(PWDF_WORKITEM_CONFIG config, PWDF_OBJECT_ATTRIBUTES attributes, WDFWORKITEM *out)
{
	WDFWORKITEM w;

	if (__heddle_nondet_bool())
		return STATUS_INSUFFICIENT_RESOURCES;
	w = __heddle_alloc(sizeof(*w), 1);
	heddle_object(w, attributes, NULL, NULL);
	w->Config = *config;
	w->Parent = attributes ? attributes->ParentObject : NULL;
	if (config->AutomaticSerialization && w->Parent)
		w->Head.Lock = w->Parent->Lock;
	__heddle_nt_give((PVOID *)out, w);
	return STATUS_SUCCESS;
}

@part WdfWorkItemEnqueue
VOID WdfWorkItemEnqueue(WDFWORKITEM w)
{
	if (__atomic_exchange_n(&w->Queued, 1, __ATOMIC_SEQ_CST))
		return;
	@once(w->Config.EvtWorkItemFunc, EvtWorkItemFunc/framework_work, w)
}

@thread framework_work(WDFWORKITEM item)
{
	PVOID lock = item->Head.Lock;
	BOOLEAN mine;

	__heddle_atomic_begin();
	item->Queued = 0;
	mine = heddle_child_begins(&item->Head);
	item->Running += mine;
	__heddle_atomic_end();
	if (!mine)
		return;
	if (lock)
		__heddle_lock(lock);
	@call(, item)
	if (lock)
		__heddle_unlock(lock);
	__atomic_fetch_sub(&item->Running, 1, __ATOMIC_SEQ_CST);
	heddle_child_ends(&item->Head);
}

@part WdfWorkItemFlush
VOID WdfWorkItemFlush(WDFWORKITEM w)
{
	__heddle_atomic_begin();
	__heddle_assume(w->Running == 0 && !w->Queued);
	__heddle_atomic_end();
}

@part WdfWorkItemGetParentObject
WDFOBJECT WdfWorkItemGetParentObject(WDFWORKITEM w) { return w->Parent; }

@part WdfDpcCreate
NTSTATUS WdfDpcCreate(PWDF_DPC_CONFIG config, PWDF_OBJECT_ATTRIBUTES attributes, WDFDPC *out)
{
	WDFDPC d;

	if (__heddle_nondet_bool())
		return STATUS_INSUFFICIENT_RESOURCES;
	d = __heddle_alloc(sizeof(*d), 1);
	heddle_object(d, attributes, NULL, NULL);
	d->Config = *config;
	d->Parent = attributes ? attributes->ParentObject : NULL;
	if (config->AutomaticSerialization && d->Parent)
		d->Head.Lock = d->Parent->Lock;
	__heddle_nt_give((PVOID *)out, d);
	return STATUS_SUCCESS;
}

@part WdfDpcEnqueue
BOOLEAN WdfDpcEnqueue(WDFDPC d)
{
	if (__atomic_exchange_n(&d->Queued, 1, __ATOMIC_SEQ_CST))
		return FALSE;
	@once(d->Config.EvtDpcFunc, EvtDpcFunc/framework_dpc, d)
	return TRUE;
}

@thread framework_dpc(WDFDPC dpc)
{
	PVOID lock = dpc->Head.Lock;
	LONG mine;

	__heddle_atomic_begin();
	mine = dpc->Queued && heddle_child_begins(&dpc->Head);
	dpc->Queued = 0;
	dpc->Running += mine;
	__heddle_atomic_end();
	if (!mine)
		return;
	if (lock)
		__heddle_lock(lock);
	__heddle_nt_level(DISPATCH_LEVEL);
	@call(, dpc)
	__heddle_nt_level(PASSIVE_LEVEL);
	if (lock)
		__heddle_unlock(lock);
	__atomic_fetch_sub(&dpc->Running, 1, __ATOMIC_SEQ_CST);
	heddle_child_ends(&dpc->Head);
}

@part WdfDpcCancel
BOOLEAN WdfDpcCancel(WDFDPC d, BOOLEAN wait)
{
	BOOLEAN was = __atomic_exchange_n(&d->Queued, 0, __ATOMIC_SEQ_CST) != 0;

	if (wait) {
		__heddle_atomic_begin();
		__heddle_assume(d->Running == 0);
		__heddle_atomic_end();
	}
	return was;
}

@part WdfDpcGetParentObject
WDFOBJECT WdfDpcGetParentObject(WDFDPC d) { return d->Parent; }

@part WdfInterruptCreate
NTSTATUS WdfInterruptCreate(WDFDEVICE device, PWDF_INTERRUPT_CONFIG config, PWDF_OBJECT_ATTRIBUTES attributes, WDFINTERRUPT *out)
{
	WDFINTERRUPT i;

	if (__heddle_nondet_bool())
		return STATUS_INSUFFICIENT_RESOURCES;
	i = __heddle_alloc(sizeof(*i), 1);
	heddle_object(i, attributes, device, device);
	i->Config = *config;
	i->Head.Lock = config->SpinLock ? (PVOID)config->SpinLock : (PVOID)i;
	if (config->AutomaticSerialization)
		i->DpcLock = attributes && attributes->ParentObject ? ((struct heddle_object *)attributes->ParentObject)->Lock : device->Head.Lock;
	__heddle_nt_give((PVOID *)out, i);
	@any(config->EvtInterruptIsr, EvtInterruptIsr/framework_interrupt, i)
	return STATUS_SUCCESS;
}

@thread framework_interrupt(WDFINTERRUPT interrupt)
{
	PVOID lock = interrupt->Head.Lock;

	__heddle_atomic_begin();
	__heddle_assume(heddle_powered);
	heddle_serving++;
	__heddle_atomic_end();
	__heddle_nt_level(CLOCK_LEVEL);
	__heddle_lock(lock);
	@call(, interrupt, 0)
	__heddle_unlock(lock);
	__heddle_nt_level(PASSIVE_LEVEL);
	__atomic_fetch_sub(&heddle_serving, 1, __ATOMIC_SEQ_CST);
}

@part WdfInterruptQueueDpcForIsr
BOOLEAN WdfInterruptQueueDpcForIsr(WDFINTERRUPT i)
{
	if (__atomic_exchange_n(&i->Queued, 1, __ATOMIC_SEQ_CST))
		return FALSE;
	@once(i->Config.EvtInterruptDpc, EvtInterruptDpc/interrupt_dpc, i)
	return TRUE;
}

@thread interrupt_dpc(WDFINTERRUPT interrupt)
{
	PVOID lock = interrupt->DpcLock;

	__atomic_store_n(&interrupt->Queued, 0, __ATOMIC_SEQ_CST);
	if (lock)
		__heddle_lock(lock);
	__heddle_nt_level(DISPATCH_LEVEL);
	@call(, interrupt, interrupt->Head.Device)
	__heddle_nt_level(PASSIVE_LEVEL);
	if (lock)
		__heddle_unlock(lock);
}

@part WdfInterruptAcquireLock
VOID WdfInterruptAcquireLock(WDFINTERRUPT i) { __heddle_lock(i->Head.Lock); }

@part WdfInterruptReleaseLock
VOID WdfInterruptReleaseLock(WDFINTERRUPT i) { __heddle_unlock(i->Head.Lock); }

@part WdfInterruptSynchronize
BOOLEAN WdfInterruptSynchronize(WDFINTERRUPT i, PFN_WDF_INTERRUPT_SYNCHRONIZE f, WDFCONTEXT context)
{
	PVOID lock = i->Head.Lock;
	BOOLEAN said = FALSE;

	__heddle_lock(lock);
	@do(said, f, EvtInterruptSynchronize, i, context)
	__heddle_unlock(lock);
	return said;
}

@part WdfDmaEnablerCreate
NTSTATUS WdfDmaEnablerCreate(WDFDEVICE device, PWDF_DMA_ENABLER_CONFIG config, PWDF_OBJECT_ATTRIBUTES attributes, WDFDMAENABLER *out)
{
	WDFDMAENABLER e;

	(void)config->Size;
	if (__heddle_nondet_bool())
		return STATUS_INSUFFICIENT_RESOURCES;
	e = __heddle_alloc(sizeof(*e), 1);
	heddle_object(e, attributes, device, device);
	__heddle_nt_give((PVOID *)out, e);
	return STATUS_SUCCESS;
}

@part WdfDmaTransactionCreate
NTSTATUS WdfDmaTransactionCreate(WDFDMAENABLER enabler, PWDF_OBJECT_ATTRIBUTES attributes, WDFDMATRANSACTION *out)
{
	WDFDMATRANSACTION t;

	if (__heddle_nondet_bool())
		return STATUS_INSUFFICIENT_RESOURCES;
	t = __heddle_alloc(sizeof(*t), 1);
	heddle_object(t, attributes, enabler, enabler->Head.Device);
	__heddle_nt_give((PVOID *)out, t);
	return STATUS_SUCCESS;
}

@part WdfDmaTransactionInitializeUsingRequest
NTSTATUS WdfDmaTransactionInitializeUsingRequest(WDFDMATRANSACTION t, WDFREQUEST request, PFN_WDF_PROGRAM_DMA f, WDF_DMA_DIRECTION direction)
{
	if (__heddle_nondet_bool())
		return STATUS_INSUFFICIENT_RESOURCES;
	__atomic_store_n(&t->Direction, direction, __ATOMIC_SEQ_CST);
	__atomic_store_n(&t->Program, f, __ATOMIC_SEQ_CST);
	__atomic_store_n(&t->Request, request, __ATOMIC_SEQ_CST);
	return STATUS_SUCCESS;
}

@part WdfDmaTransactionGetRequest
WDFREQUEST WdfDmaTransactionGetRequest(WDFDMATRANSACTION t) { return __atomic_load_n(&t->Request, __ATOMIC_SEQ_CST); }

@part WdfDmaTransactionExecute
NTSTATUS WdfDmaTransactionExecute(WDFDMATRANSACTION t, WDFCONTEXT context)
{
	if (__heddle_nondet_bool())
		return STATUS_WDF_BUSY;
	__atomic_store_n(&t->Program_context, context, __ATOMIC_SEQ_CST);
	heddle_transfer(t);
	return STATUS_SUCCESS;
}

@part =heddle_transfer
/* The driver programs the device for the next transfer: now, or when there are map registers for it. */
static void heddle_transfer(WDFDMATRANSACTION t)
{
	@once(__atomic_load_n(&t->Program, __ATOMIC_SEQ_CST), EvtProgramDma/program_dma, t)
}

@thread program_dma(WDFDMATRANSACTION transaction)
{
	PSCATTER_GATHER_LIST list = __heddle_alloc(sizeof(*list), 0);

	list->NumberOfElements = 1;
	__heddle_nt_level(DISPATCH_LEVEL);
	@call(, transaction, transaction->Head.Device, __atomic_load_n(&transaction->Program_context, __ATOMIC_SEQ_CST), __atomic_load_n(&transaction->Direction, __ATOMIC_SEQ_CST), list)
	__heddle_nt_level(PASSIVE_LEVEL);
}

@part WdfDmaTransactionDmaCompleted
BOOLEAN WdfDmaTransactionDmaCompleted(WDFDMATRANSACTION t, NTSTATUS *status)
{
	if (__heddle_nondet_bool()) {
		__heddle_nt_tell(status, STATUS_MORE_PROCESSING_REQUIRED);
		heddle_transfer(t);
		return FALSE;
	}
	__heddle_nt_tell(status, __heddle_nondet_bool() ? STATUS_SUCCESS : STATUS_UNSUCCESSFUL);
	return TRUE;
}

@part WdfDmaTransactionDmaCompletedFinal
BOOLEAN WdfDmaTransactionDmaCompletedFinal(WDFDMATRANSACTION t, size_t length, NTSTATUS *status)
{
	(void)t;
	(void)length;
	__heddle_nt_tell(status, __heddle_nondet_bool() ? STATUS_SUCCESS : STATUS_UNSUCCESSFUL);
	return TRUE;
}

@part WdfStringCreate
NTSTATUS WdfStringCreate(PCUNICODE_STRING text, PWDF_OBJECT_ATTRIBUTES attributes, WDFSTRING *out)
{
	WDFSTRING s;

	if (__heddle_nondet_bool())
		return STATUS_INSUFFICIENT_RESOURCES;
	s = __heddle_alloc(sizeof(*s), 1);
	heddle_object(s, attributes, heddle_framework, NULL);
	if (text) {
		s->String.Buffer = __heddle_alloc(text->Length + sizeof(WCHAR), 1);
		s->String.Length = text->Length;
		s->String.MaximumLength = text->Length + sizeof(WCHAR);
		__heddle_copy(s->String.Buffer, text->Buffer, text->Length);
	}
	__heddle_nt_give((PVOID *)out, s);
	return STATUS_SUCCESS;
}

@part WdfInterruptGetDevice
WDFDEVICE WdfInterruptGetDevice(WDFINTERRUPT i) { return i->Head.Device; }

@part WdfObjectAcquireLock
VOID WdfObjectAcquireLock(WDFOBJECT o) { __heddle_lock(((struct heddle_object *)o)->Lock ? ((struct heddle_object *)o)->Lock : o); }

@part WdfObjectReleaseLock
VOID WdfObjectReleaseLock(WDFOBJECT o) { __heddle_unlock(((struct heddle_object *)o)->Lock ? ((struct heddle_object *)o)->Lock : o); }

@part WdfSpinLockCreate
NTSTATUS WdfSpinLockCreate(PWDF_OBJECT_ATTRIBUTES attributes, WDFSPINLOCK *out)
{
	WDFSPINLOCK l;

	if (__heddle_nondet_bool())
		return STATUS_INSUFFICIENT_RESOURCES;
	l = __heddle_alloc(sizeof(*l), 1);
	heddle_object(l, attributes, NULL, NULL);
	__heddle_nt_give((PVOID *)out, l);
	return STATUS_SUCCESS;
}

@part WdfWaitLockCreate
NTSTATUS WdfWaitLockCreate(PWDF_OBJECT_ATTRIBUTES attributes, WDFWAITLOCK *out)
{
	WDFWAITLOCK l;

	if (__heddle_nondet_bool())
		return STATUS_INSUFFICIENT_RESOURCES;
	l = __heddle_alloc(sizeof(*l), 1);
	heddle_object(l, attributes, NULL, NULL);
	__heddle_nt_give((PVOID *)out, l);
	return STATUS_SUCCESS;
}

@part WdfIoTargetCreate
NTSTATUS WdfIoTargetCreate(WDFDEVICE device, PWDF_OBJECT_ATTRIBUTES attributes, WDFIOTARGET *out)
{
	WDFIOTARGET t;

	if (__heddle_nondet_bool())
		return STATUS_INSUFFICIENT_RESOURCES;
	t = __heddle_alloc(sizeof(*t), 1);
	heddle_object(t, attributes, device, device);
	__heddle_nt_give((PVOID *)out, t);
	return STATUS_SUCCESS;
}

@part WdfIoTargetOpen
NTSTATUS WdfIoTargetOpen(WDFIOTARGET t, PWDF_IO_TARGET_OPEN_PARAMS params)
{
	if (__heddle_nondet_bool())
		return STATUS_OBJECT_NAME_NOT_FOUND;
	t->Target = __heddle_alloc(sizeof(*t->Target), 1);
	t->File = __heddle_alloc(sizeof(*t->File), 1);
	__atomic_store_n(&t->State, WdfIoTargetStarted, __ATOMIC_SEQ_CST);
	@once(params->EvtIoTargetQueryRemove, EvtIoTargetQueryRemove/target, t)
	@once(params->EvtIoTargetRemoveCanceled, EvtIoTargetRemoveCanceled/target, t)
	@once(params->EvtIoTargetRemoveComplete, EvtIoTargetRemoveComplete/target, t)
	return STATUS_SUCCESS;
}

@thread target(WDFIOTARGET target)
{
	@call(, target)
}

@part WdfCollectionCreate
NTSTATUS WdfCollectionCreate(PWDF_OBJECT_ATTRIBUTES attributes, WDFCOLLECTION *out)
{
	WDFCOLLECTION c;

	if (__heddle_nondet_bool())
		return STATUS_INSUFFICIENT_RESOURCES;
	c = __heddle_alloc(sizeof(*c), 1);
	heddle_object(c, attributes, heddle_framework, NULL);
	__heddle_nt_give((PVOID *)out, c);
	return STATUS_SUCCESS;
}

@part WdfMemoryCreate
NTSTATUS WdfMemoryCreate(PWDF_OBJECT_ATTRIBUTES attributes, POOL_TYPE type, ULONG tag, size_t n, WDFMEMORY *out, PVOID *buffer)
{
	WDFMEMORY m;

	(void)type;
	(void)tag;
	if (__heddle_nondet_bool())
		return STATUS_INSUFFICIENT_RESOURCES;
	m = __heddle_alloc(sizeof(*m), 1);
	heddle_object(m, attributes, heddle_framework, NULL);
	m->Buffer = __heddle_alloc(n, 0);
	m->Length = n;
	__heddle_nt_give((PVOID *)out, m);
	if (buffer)
		__heddle_nt_give((PVOID *)buffer, m->Buffer);
	return STATUS_SUCCESS;
}

@part WdfMemoryCreatePreallocated
NTSTATUS WdfMemoryCreatePreallocated(PWDF_OBJECT_ATTRIBUTES attributes, PVOID buffer, size_t n, WDFMEMORY *out)
{
	WDFMEMORY m;

	if (__heddle_nondet_bool())
		return STATUS_INSUFFICIENT_RESOURCES;
	m = __heddle_alloc(sizeof(*m), 1);
	heddle_object(m, attributes, heddle_framework, NULL);
	m->Buffer = buffer;
	m->Length = n;
	__heddle_nt_give((PVOID *)out, m);
	return STATUS_SUCCESS;
}

@part WdfObjectCreate
NTSTATUS WdfObjectCreate(PWDF_OBJECT_ATTRIBUTES attributes, WDFOBJECT *out)
{
	struct heddle_object *o;

	if (__heddle_nondet_bool())
		return STATUS_INSUFFICIENT_RESOURCES;
	o = __heddle_alloc(sizeof(*o), 1);
	heddle_object(o, attributes, heddle_framework, NULL);
	__heddle_nt_give((PVOID *)out, o);
	return STATUS_SUCCESS;
}

@part WdfObjectAllocateContext
/* An object has one context here: another one is not looked at. */
NTSTATUS WdfObjectAllocateContext(WDFOBJECT object, PWDF_OBJECT_ATTRIBUTES a, PVOID *context)
{
	struct heddle_object *o = object;

	if (__heddle_nondet_bool())
		return STATUS_INSUFFICIENT_RESOURCES;
	if (o->Context || a->EvtCleanupCallback || a->EvtDestroyCallback)
		__heddle_unsupported("a second context of an object, or one that has callbacks");
	o->Context = __heddle_alloc(a->ContextSizeOverride ? a->ContextSizeOverride : a->ContextTypeInfo->ContextSize, 1);
	if (context)
		__heddle_nt_give((PVOID *)context, o->Context);
	return STATUS_SUCCESS;
}

@part WdfObjectDelete
/* The object is gone, when nobody refers to it any more: who does is not counted, so nothing is freed. */
VOID WdfObjectDelete(WDFOBJECT object)
{
	struct heddle_object *o = object;

	if (object == heddle_child)
		heddle_child = NULL;
	@do(, o->Cleanup, EvtCleanupCallback, object)
}
