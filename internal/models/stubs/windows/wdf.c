/* What the framework does with its objects where it calls nobody. A request that was completed is freed, with its context and its buffer. */
#include <wdf.h>
#include <heddle_intrinsics.h>

static NTSTATUS outcome(void)
{
	NTSTATUS status = __heddle_nondet_int();

	return status < 0 ? status : STATUS_SUCCESS;
}

/* ---- locks */

void WdfSpinLockAcquire(WDFSPINLOCK l)
{
	KIRQL irql = KfRaiseIrql(DISPATCH_LEVEL);

	__heddle_lock(&l->Lock);
	__atomic_store_n(&l->Irql, irql, __ATOMIC_SEQ_CST);
}

void WdfSpinLockRelease(WDFSPINLOCK l)
{
	KIRQL irql = __atomic_load_n(&l->Irql, __ATOMIC_SEQ_CST);

	__heddle_unlock(&l->Lock);
	KfLowerIrql(irql);
}

NTSTATUS WdfWaitLockAcquire(WDFWAITLOCK l, PLONGLONG timeout)
{
	if (timeout) {
		if (__heddle_nondet_bool())
			return STATUS_TIMEOUT;
		if (*timeout == 0)
			return __heddle_trylock(&l->Lock) == 0 ? STATUS_SUCCESS : STATUS_TIMEOUT;
	}
	__heddle_assert(KeGetCurrentIrql() <= APC_LEVEL, "a wait at raised IRQL");
	__heddle_lock(&l->Lock);
	return STATUS_SUCCESS;
}

void WdfWaitLockRelease(WDFWAITLOCK l) { __heddle_unlock(&l->Lock); }

/* ---- requests */

/* An object ends with its context, when it is deleted and nobody has a reference. */
static void end(struct heddle_object *o)
{
	if (o->Context)
		__heddle_free(o->Context);
	__heddle_free(o);
}

/* A request leaves its queue: a sequential one hands out the next, and who waits for those that were handed out waits for one less. */
void __heddle_wdf_gone(WDFREQUEST request)
{
	struct heddle_wdf_request *r = request->Heddle;

	if (!request->Queue)
		return;
	__heddle_atomic_begin();
	request->Queue->Busy = 0;
	if (r->Counted) {
		r->Counted = 0;
		request->Queue->Held--;
	}
	__heddle_atomic_end();
}

static void complete(WDFREQUEST request, NTSTATUS status)
{
	struct heddle_wdf_request *r;
	BOOLEAN kept;

	__heddle_assert(__heddle_semvalue(request) == 0, "a request is completed twice");
	__heddle_up(request);
	r = request->Heddle;
	__atomic_store_n(&r->Status, status, __ATOMIC_SEQ_CST);
	__heddle_wdf_gone(request);
	__atomic_store_n(&r->Completed, 1, __ATOMIC_SEQ_CST);
	if (request->File)
		__atomic_fetch_sub(&request->File->Requests, 1, __ATOMIC_SEQ_CST);
	if (request->Buffer)
		__heddle_free(request->Buffer);
	__heddle_atomic_begin();
	request->Head.Deleted = 1;
	kept = request->Head.References > 0;
	__heddle_atomic_end();
	if (!kept)
		end(&request->Head);
}

void WdfObjectReferenceActual(WDFOBJECT o, PVOID tag, LONG line, PCSTR file)
{
	(void)tag;
	(void)line;
	(void)file;
	__atomic_fetch_add(&((struct heddle_object *)o)->References, 1, __ATOMIC_SEQ_CST);
}

void WdfObjectDereferenceActual(WDFOBJECT o, PVOID tag, LONG line, PCSTR file)
{
	struct heddle_object *h = o;
	BOOLEAN last;

	(void)tag;
	(void)line;
	(void)file;
	__heddle_atomic_begin();
	h->References--;
	last = h->References == 0 && h->Deleted;
	__heddle_atomic_end();
	if (last)
		end(h);
}

void WdfRequestComplete(WDFREQUEST request, NTSTATUS status) { complete(request, status); }
void WdfRequestCompleteWithInformation(WDFREQUEST request, NTSTATUS status, ULONG_PTR information) { (void)information; complete(request, status); }
void WdfRequestCompleteWithPriorityBoost(WDFREQUEST request, NTSTATUS status, CCHAR boost) { (void)boost; complete(request, status); }
void WdfRequestSetInformation(WDFREQUEST request, ULONG_PTR information) { request->Information = information; }
ULONG_PTR WdfRequestGetInformation(WDFREQUEST request) { return request->Information; }
NTSTATUS WdfRequestGetStatus(WDFREQUEST request) { return request->Status; }
WDFFILEOBJECT WdfRequestGetFileObject(WDFREQUEST request) { return request->File; }
WDFQUEUE WdfRequestGetIoQueue(WDFREQUEST request) { return request->Queue; }
KPROCESSOR_MODE WdfRequestGetRequestorMode(WDFREQUEST request) { (void)request->Type; return __heddle_nondet_bool() ? UserMode : KernelMode; }
BOOLEAN WdfRequestIsCanceled(WDFREQUEST request) { return __atomic_load_n(&request->Cancelled, __ATOMIC_SEQ_CST); }

void WdfRequestGetParameters(WDFREQUEST request, PWDF_REQUEST_PARAMETERS p)
{
	p->Type = request->Type;
	p->Parameters.Read.Length = request->OutputLength;
	p->Parameters.Write.Length = request->InputLength;
	p->Parameters.DeviceIoControl.InputBufferLength = request->InputLength;
	p->Parameters.DeviceIoControl.OutputBufferLength = request->OutputLength;
	p->Parameters.DeviceIoControl.IoControlCode = request->Code;
	p->Parameters.Others.Arg1 = request->Buffer;
	p->Parameters.DeviceIoControl.Type3InputBuffer = request->Buffer;
}

static NTSTATUS buffer(WDFREQUEST request, size_t is, size_t least, PVOID *out, size_t *n)
{
	if (is < least || !request->Buffer)
		return STATUS_BUFFER_TOO_SMALL;
	*out = request->Buffer;
	if (n)
		*n = is;
	return STATUS_SUCCESS;
}

NTSTATUS WdfRequestRetrieveInputBuffer(WDFREQUEST request, size_t least, PVOID *out, size_t *n) { return buffer(request, request->InputLength, least, out, n); }
NTSTATUS WdfRequestRetrieveOutputBuffer(WDFREQUEST request, size_t least, PVOID *out, size_t *n) { return buffer(request, request->OutputLength, least, out, n); }

static NTSTATUS memory(WDFREQUEST request, size_t n, WDFMEMORY *out)
{
	WDFMEMORY m;

	if (!request->Buffer || __heddle_nondet_bool())
		return STATUS_BUFFER_TOO_SMALL;
	m = __heddle_alloc(sizeof(*m), 1);
	m->Buffer = request->Buffer;
	m->Length = n;
	*out = m;
	return STATUS_SUCCESS;
}

NTSTATUS WdfRequestRetrieveInputMemory(WDFREQUEST request, WDFMEMORY *out) { return memory(request, request->InputLength, out); }
NTSTATUS WdfRequestRetrieveOutputMemory(WDFREQUEST request, WDFMEMORY *out) { return memory(request, request->OutputLength, out); }

static NTSTATUS mdl(WDFREQUEST request, size_t n, PMDL *out)
{
	PMDL m;

	if (!request->Buffer || __heddle_nondet_bool())
		return STATUS_INSUFFICIENT_RESOURCES;
	m = __heddle_alloc(sizeof(*m), 1);
	m->StartVa = m->MappedSystemVa = request->Buffer;
	m->ByteCount = (ULONG)n;
	*out = m;
	return STATUS_SUCCESS;
}

NTSTATUS WdfRequestRetrieveInputWdmMdl(WDFREQUEST request, PMDL *out) { return mdl(request, request->InputLength, out); }
NTSTATUS WdfRequestRetrieveOutputWdmMdl(WDFREQUEST request, PMDL *out) { return mdl(request, request->OutputLength, out); }

NTSTATUS WdfRequestReuse(WDFREQUEST request, PWDF_REQUEST_REUSE_PARAMS p)
{
	request->Status = p->Status;
	request->Completion = NULL;
	return STATUS_SUCCESS;
}

void WdfRequestStopAcknowledge(WDFREQUEST request, BOOLEAN requeue)
{
	(void)request->Type;
	if (requeue)
		__heddle_wdf_gone(request);
}
void WdfRequestFormatRequestUsingCurrentType(WDFREQUEST request) { (void)request->Type; }

static NTSTATUS format(WDFREQUEST request, WDFMEMORY in, WDFMEMORY out)
{
	request->Params.Parameters.Read.Buffer = out;
	request->Params.Parameters.Write.Buffer = in;
	request->Params.Parameters.Ioctl.Input.Buffer = in;
	request->Params.Parameters.Ioctl.Output.Buffer = out;
	request->Params.Type = request->Type;
	return __heddle_nondet_bool() ? STATUS_INSUFFICIENT_RESOURCES : STATUS_SUCCESS;
}

NTSTATUS WdfIoTargetFormatRequestForRead(WDFIOTARGET t, WDFREQUEST request, WDFMEMORY m, PWDFMEMORY_OFFSET o, PLONGLONG at) { (void)t; (void)o; (void)at; return format(request, NULL, m); }
NTSTATUS WdfIoTargetFormatRequestForWrite(WDFIOTARGET t, WDFREQUEST request, WDFMEMORY m, PWDFMEMORY_OFFSET o, PLONGLONG at) { (void)t; (void)o; (void)at; return format(request, m, NULL); }
NTSTATUS WdfIoTargetFormatRequestForIoctl(WDFIOTARGET t, WDFREQUEST request, ULONG code, WDFMEMORY in, PWDFMEMORY_OFFSET io, WDFMEMORY out, PWDFMEMORY_OFFSET oo) { (void)t; (void)code; (void)io; (void)oo; return format(request, in, out); }
NTSTATUS WdfIoTargetFormatRequestForInternalIoctl(WDFIOTARGET t, WDFREQUEST request, ULONG code, WDFMEMORY in, PWDFMEMORY_OFFSET io, WDFMEMORY out, PWDFMEMORY_OFFSET oo) { (void)t; (void)code; (void)io; (void)oo; return format(request, in, out); }
NTSTATUS WdfIoTargetFormatRequestForInternalIoctlOthers(WDFIOTARGET t, WDFREQUEST request, ULONG code, WDFMEMORY m1, PWDFMEMORY_OFFSET o1, WDFMEMORY m2, PWDFMEMORY_OFFSET o2, WDFMEMORY m4, PWDFMEMORY_OFFSET o4) { (void)t; (void)code; (void)o1; (void)o2; (void)m4; (void)o4; return format(request, m1, m2); }
NTSTATUS WdfUsbTargetPipeFormatRequestForRead(WDFUSBPIPE p, WDFREQUEST request, WDFMEMORY m, PWDFMEMORY_OFFSET o) { (void)p; (void)o; return format(request, NULL, m); }
NTSTATUS WdfUsbTargetPipeFormatRequestForWrite(WDFUSBPIPE p, WDFREQUEST request, WDFMEMORY m, PWDFMEMORY_OFFSET o) { (void)p; (void)o; return format(request, m, NULL); }
NTSTATUS WdfUsbTargetPipeFormatRequestForUrb(WDFUSBPIPE p, WDFREQUEST request, WDFMEMORY m, PWDFMEMORY_OFFSET o) { (void)p; (void)o; return format(request, NULL, m); }

/* ---- targets, memory, collections, files */

WDF_IO_TARGET_STATE WdfIoTargetGetState(WDFIOTARGET t) { return __atomic_load_n(&t->State, __ATOMIC_SEQ_CST); }
WDFDEVICE WdfIoTargetGetDevice(WDFIOTARGET t) { return t->Head.Device; }
PDEVICE_OBJECT WdfIoTargetWdmGetTargetDeviceObject(WDFIOTARGET t) { return t->Target; }
PDEVICE_OBJECT WdfIoTargetWdmGetTargetPhysicalDevice(WDFIOTARGET t) { return t->Target; }
PFILE_OBJECT WdfIoTargetWdmGetTargetFileObject(WDFIOTARGET t) { return t->File; }
HANDLE WdfIoTargetWdmGetTargetFileHandle(WDFIOTARGET t) { return t->File; }
NTSTATUS WdfIoTargetStart(WDFIOTARGET t) { __atomic_store_n(&t->State, WdfIoTargetStarted, __ATOMIC_SEQ_CST); return outcome(); }
void WdfIoTargetStop(WDFIOTARGET t, WDF_IO_TARGET_SENT_IO_ACTION action) { (void)action; __atomic_store_n(&t->State, WdfIoTargetStopped, __ATOMIC_SEQ_CST); }
void WdfIoTargetPurge(WDFIOTARGET t, WDF_IO_TARGET_PURGE_IO_ACTION action) { (void)action; __atomic_store_n(&t->State, WdfIoTargetPurged, __ATOMIC_SEQ_CST); }
void WdfIoTargetClose(WDFIOTARGET t) { __atomic_store_n(&t->State, WdfIoTargetClosed, __ATOMIC_SEQ_CST); }
void WdfIoTargetCloseForQueryRemove(WDFIOTARGET t) { __atomic_store_n(&t->State, WdfIoTargetClosedForQueryRemove, __ATOMIC_SEQ_CST); }

static NTSTATUS made(size_t n, WDFMEMORY *out, PVOID *buffer)
{
	WDFMEMORY m;

	if (__heddle_nondet_bool())
		return STATUS_INSUFFICIENT_RESOURCES;
	m = __heddle_alloc(sizeof(*m), 1);
	m->Buffer = __heddle_alloc(n, 0);
	m->Length = n;
	*out = m;
	if (buffer)
		*buffer = m->Buffer;
	return STATUS_SUCCESS;
}

NTSTATUS WdfIoTargetAllocAndQueryTargetProperty(WDFIOTARGET t, DEVICE_REGISTRY_PROPERTY p, POOL_TYPE type, PWDF_OBJECT_ATTRIBUTES a, WDFMEMORY *out) { (void)t; (void)p; (void)type; (void)a; return made(256, out, NULL); }
NTSTATUS WdfDeviceAllocAndQueryProperty(WDFDEVICE d, DEVICE_REGISTRY_PROPERTY p, POOL_TYPE type, PWDF_OBJECT_ATTRIBUTES a, WDFMEMORY *out) { (void)d; (void)p; (void)type; (void)a; return made(256, out, NULL); }
VOID WdfStringGetUnicodeString(WDFSTRING s, PUNICODE_STRING out) { *out = s->String; }
NTSTATUS WdfUsbTargetDeviceCreateUrb(WDFUSBDEVICE d, PWDF_OBJECT_ATTRIBUTES a, WDFMEMORY *out, struct _URB **urb) { (void)d; (void)a; return made(512, out, (PVOID *)urb); }
NTSTATUS WdfUsbTargetDeviceCreateIsochUrb(WDFUSBDEVICE d, PWDF_OBJECT_ATTRIBUTES a, ULONG n, WDFMEMORY *out, struct _URB **urb) { (void)d; (void)a; (void)n; return made(8192, out, (PVOID *)urb); }

PVOID WdfMemoryGetBuffer(WDFMEMORY m, size_t *n)
{
	if (n)
		*n = m->Length;
	return m->Buffer;
}

NTSTATUS WdfMemoryCopyToBuffer(WDFMEMORY m, size_t at, PVOID buffer, size_t n)
{
	if (at > m->Length || n > m->Length - at)
		return STATUS_BUFFER_TOO_SMALL;
	memcpy(buffer, (char *)m->Buffer + at, n);
	return STATUS_SUCCESS;
}

NTSTATUS WdfMemoryCopyFromBuffer(WDFMEMORY m, size_t at, PVOID buffer, size_t n)
{
	if (at > m->Length || n > m->Length - at)
		return STATUS_BUFFER_TOO_SMALL;
	memcpy((char *)m->Buffer + at, buffer, n);
	return STATUS_SUCCESS;
}

NTSTATUS WdfCollectionAdd(WDFCOLLECTION c, WDFOBJECT o)
{
	NTSTATUS status = STATUS_INSUFFICIENT_RESOURCES;

	__heddle_atomic_begin();
	if (c->Count < 4) {
		switch (c->Count++) { /* no index: it could be any member of the collection to those who do not know it */
		case 0: c->Item[0] = o; break;
		case 1: c->Item[1] = o; break;
		case 2: c->Item[2] = o; break;
		default: c->Item[3] = o; break;
		}
		status = STATUS_SUCCESS;
	}
	__heddle_atomic_end();
	return status;
}

void WdfCollectionRemove(WDFCOLLECTION c, WDFOBJECT o)
{
	__heddle_atomic_begin();
	if (c->Count > 0 && c->Item[0] == o) {
		c->Item[0] = c->Item[1];
		c->Item[1] = c->Item[2];
		c->Item[2] = c->Item[3];
		c->Count--;
	} else if (c->Count > 1 && c->Item[1] == o) {
		c->Item[1] = c->Item[2];
		c->Item[2] = c->Item[3];
		c->Count--;
	} else if (c->Count > 2 && c->Item[2] == o) {
		c->Item[2] = c->Item[3];
		c->Count--;
	} else if (c->Count > 3 && c->Item[3] == o) {
		c->Count--;
	}
	__heddle_atomic_end();
}

ULONG WdfCollectionGetCount(WDFCOLLECTION c) { return (ULONG)__atomic_load_n(&c->Count, __ATOMIC_SEQ_CST); }

WDFOBJECT WdfCollectionGetItem(WDFCOLLECTION c, ULONG i)
{
	WDFOBJECT o = NULL;

	__heddle_atomic_begin();
	if (i < (ULONG)c->Count)
		o = i == 0 ? c->Item[0] : i == 1 ? c->Item[1] : i == 2 ? c->Item[2] : c->Item[3];
	__heddle_atomic_end();
	return o;
}

WDFOBJECT WdfCollectionGetFirstItem(WDFCOLLECTION c) { return WdfCollectionGetItem(c, 0); }
PUNICODE_STRING WdfFileObjectGetFileName(WDFFILEOBJECT f) { return &f->Name; }
WDFDEVICE WdfFileObjectGetDevice(WDFFILEOBJECT f) { return f->Head.Device; }

NTSTATUS WdfRegistryQueryULong(WDFKEY k, PCUNICODE_STRING name, PULONG value)
{
	(void)k;
	(void)name;
	*value = __heddle_nondet_uint();
	return outcome();
}

static NTSTATUS key(WDFKEY *out)
{
	if (__heddle_nondet_bool())
		return STATUS_OBJECT_NAME_NOT_FOUND;
	*out = __heddle_alloc(sizeof(**out), 1);
	return STATUS_SUCCESS;
}

NTSTATUS WdfDriverOpenParametersRegistryKey(WDFDRIVER d, ACCESS_MASK access, PWDF_OBJECT_ATTRIBUTES a, WDFKEY *out) { (void)d; (void)access; (void)a; return key(out); }
NTSTATUS WdfDeviceOpenRegistryKey(WDFDEVICE d, ULONG type, ACCESS_MASK access, PWDF_OBJECT_ATTRIBUTES a, WDFKEY *out) { (void)d; (void)type; (void)access; (void)a; return key(out); }

/* A request has a request of the kernel, which it keeps to itself until it is asked for. */
PIRP WdfRequestWdmGetIrp(WDFREQUEST r)
{
	struct heddle_packet *p;
	PIRP irp = __atomic_load_n(&r->Irp, __ATOMIC_SEQ_CST);

	if (irp)
		return irp;
	p = __heddle_alloc(sizeof(*p), 1);
	__heddle_sem_init(&p->irp, 0);
	p->irp.StackCount = HEDDLE_LOCATIONS;
	p->irp.CurrentLocation = HEDDLE_LOCATIONS - 1;
	p->irp.Heddle = __heddle_alloc(sizeof(*p->irp.Heddle), 1);
	__atomic_store_n(&r->Irp, &p->irp, __ATOMIC_SEQ_CST);
	return &p->irp;
}
