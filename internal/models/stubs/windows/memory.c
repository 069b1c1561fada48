/* Memory of the Windows kernel. An allocation may fail, as drivers reckon with. */
#include <wdm.h>
#include <heddle_intrinsics.h>

static PVOID some(SIZE_T n, BOOLEAN zero)
{
	if (__heddle_nondet_bool())
		return 0;
	if (zero)
		return __heddle_alloc(n ? n : 1, 1);
	return __heddle_alloc(n ? n : 1, 0);
}

/* For the harness: what the kernel and the framework give a driver through a pointer of its own. */
void __heddle_nt_give(PVOID *to, PVOID what) { *to = what; }
void __heddle_nt_tell(NTSTATUS *to, NTSTATUS what) { *to = what; }

PVOID ExAllocatePool(POOL_TYPE type, SIZE_T n) { return some(n, (type & POOL_ZERO_ALLOCATION) != 0); }
PVOID ExAllocatePoolWithTag(POOL_TYPE type, SIZE_T n, ULONG tag) { (void)tag; return some(n, (type & POOL_ZERO_ALLOCATION) != 0); }
PVOID ExAllocatePoolWithQuotaTag(POOL_TYPE type, SIZE_T n, ULONG tag) { (void)tag; return some(n, (type & POOL_ZERO_ALLOCATION) != 0); }
PVOID ExAllocatePoolZero(POOL_TYPE type, SIZE_T n, ULONG tag) { (void)type; (void)tag; return some(n, TRUE); }
PVOID ExAllocatePoolUninitialized(POOL_TYPE type, SIZE_T n, ULONG tag) { (void)type; (void)tag; return some(n, FALSE); }
PVOID ExAllocatePoolQuotaZero(POOL_TYPE type, SIZE_T n, ULONG tag) { (void)type; (void)tag; return some(n, TRUE); }
PVOID ExAllocatePoolQuotaUninitialized(POOL_TYPE type, SIZE_T n, ULONG tag) { (void)type; (void)tag; return some(n, FALSE); }
PVOID ExAllocatePool2(POOL_FLAGS flags, SIZE_T n, ULONG tag) { (void)tag; return some(n, !(flags & POOL_FLAG_UNINITIALIZED)); }
void ExFreePool(PVOID p) { __heddle_free(p); }
void ExFreePoolWithTag(PVOID p, ULONG tag) { (void)tag; __heddle_free(p); }

void ExInitializeNPagedLookasideList(PNPAGED_LOOKASIDE_LIST l, PALLOCATE_FUNCTION allocate, PFREE_FUNCTION release, ULONG flags, SIZE_T size, ULONG tag, USHORT depth)
{
	(void)allocate;
	(void)release;
	(void)flags;
	(void)tag;
	(void)depth;
	__atomic_store_n(&l->Size, size, __ATOMIC_SEQ_CST);
}

void ExInitializePagedLookasideList(PPAGED_LOOKASIDE_LIST l, PALLOCATE_FUNCTION allocate, PFREE_FUNCTION release, ULONG flags, SIZE_T size, ULONG tag, USHORT depth)
{
	ExInitializeNPagedLookasideList(l, allocate, release, flags, size, tag, depth);
}

void ExDeleteNPagedLookasideList(PNPAGED_LOOKASIDE_LIST l) { (void)l; }
void ExDeletePagedLookasideList(PPAGED_LOOKASIDE_LIST l) { (void)l; }
PVOID ExAllocateFromNPagedLookasideList(PNPAGED_LOOKASIDE_LIST l) { return some(__atomic_load_n(&l->Size, __ATOMIC_SEQ_CST), FALSE); }
PVOID ExAllocateFromPagedLookasideList(PPAGED_LOOKASIDE_LIST l) { return some(__atomic_load_n(&l->Size, __ATOMIC_SEQ_CST), FALSE); }
void ExFreeToNPagedLookasideList(PNPAGED_LOOKASIDE_LIST l, PVOID p) { (void)l; __heddle_free(p); }
void ExFreeToPagedLookasideList(PPAGED_LOOKASIDE_LIST l, PVOID p) { (void)l; __heddle_free(p); }

SIZE_T RtlCompareMemory(const VOID *a, const VOID *b, SIZE_T n)
{
	SIZE_T same = (SIZE_T)__heddle_nondet_ulonglong();

	if (n && memcmp(a, b, n) == 0)
		return n;
	return same < n ? same : 0;
}

/* ---- lists that whoever uses them at once locks, or changes in one step */

PLIST_ENTRY ExInterlockedInsertHeadList(PLIST_ENTRY head, PLIST_ENTRY e, PKSPIN_LOCK l)
{
	PLIST_ENTRY was;

	__heddle_lock(l);
	was = IsListEmpty(head) ? NULL : head->Flink;
	InsertHeadList(head, e);
	__heddle_unlock(l);
	return was;
}

PLIST_ENTRY ExInterlockedInsertTailList(PLIST_ENTRY head, PLIST_ENTRY e, PKSPIN_LOCK l)
{
	PLIST_ENTRY was;

	__heddle_lock(l);
	was = IsListEmpty(head) ? NULL : head->Blink;
	InsertTailList(head, e);
	__heddle_unlock(l);
	return was;
}

PLIST_ENTRY ExInterlockedRemoveHeadList(PLIST_ENTRY head, PKSPIN_LOCK l)
{
	PLIST_ENTRY e = NULL;

	__heddle_lock(l);
	if (!IsListEmpty(head))
		e = RemoveHeadList(head);
	__heddle_unlock(l);
	return e;
}

PSINGLE_LIST_ENTRY ExInterlockedPushEntryList(PSINGLE_LIST_ENTRY head, PSINGLE_LIST_ENTRY e, PKSPIN_LOCK l)
{
	PSINGLE_LIST_ENTRY was;

	__heddle_lock(l);
	was = head->Next;
	PushEntryList(head, e);
	__heddle_unlock(l);
	return was;
}

PSINGLE_LIST_ENTRY ExInterlockedPopEntryList(PSINGLE_LIST_ENTRY head, PKSPIN_LOCK l)
{
	PSINGLE_LIST_ENTRY e;

	__heddle_lock(l);
	e = PopEntryList(head);
	__heddle_unlock(l);
	return e;
}

void InitializeSListHead(PSLIST_HEADER h)
{
	__heddle_atomic_begin();
	h->First.Next = NULL;
	h->Depth = 0;
	__heddle_atomic_end();
}

PSLIST_ENTRY InterlockedPushEntrySList(PSLIST_HEADER h, PSLIST_ENTRY e)
{
	PSLIST_ENTRY was;

	__heddle_atomic_begin();
	was = h->First.Next;
	e->Next = was;
	h->First.Next = e;
	h->Depth++;
	__heddle_atomic_end();
	return was;
}

PSLIST_ENTRY InterlockedPopEntrySList(PSLIST_HEADER h)
{
	PSLIST_ENTRY e;

	__heddle_atomic_begin();
	e = h->First.Next;
	if (e) {
		h->First.Next = e->Next;
		h->Depth--;
	}
	__heddle_atomic_end();
	return e;
}

PSLIST_ENTRY InterlockedFlushSList(PSLIST_HEADER h)
{
	PSLIST_ENTRY all;

	__heddle_atomic_begin();
	all = h->First.Next;
	h->First.Next = NULL;
	h->Depth = 0;
	__heddle_atomic_end();
	return all;
}

USHORT QueryDepthSList(PSLIST_HEADER h) { return __atomic_load_n(&h->Depth, __ATOMIC_SEQ_CST); }

ULONG ExInterlockedAddUlong(PULONG p, ULONG n, PKSPIN_LOCK l)
{
	ULONG old;

	__heddle_lock(l);
	old = *p;
	*p = old + n;
	__heddle_unlock(l);
	return old;
}

LARGE_INTEGER ExInterlockedAddLargeInteger(PLARGE_INTEGER p, LARGE_INTEGER n, PKSPIN_LOCK l)
{
	LARGE_INTEGER old;

	__heddle_lock(l);
	old = *p;
	p->QuadPart = old.QuadPart + n.QuadPart;
	__heddle_unlock(l);
	return old;
}

/* ---- memory descriptor lists: of one buffer each */

PMDL IoAllocateMdl(PVOID va, ULONG n, BOOLEAN secondary, BOOLEAN charge, PIRP irp)
{
	PMDL m;

	(void)charge;
	if (__heddle_nondet_bool())
		return NULL;
	m = __heddle_alloc(sizeof(*m), 1);
	m->StartVa = m->MappedSystemVa = va;
	m->ByteCount = n;
	if (irp && !secondary)
		irp->MdlAddress = m;
	return m;
}

void IoFreeMdl(PMDL m) { __heddle_free(m); }

void IoBuildPartialMdl(PMDL from, PMDL to, PVOID va, ULONG n)
{
	to->StartVa = to->MappedSystemVa = va;
	to->ByteCount = n ? n : from->ByteCount;
}

void MmBuildMdlForNonPagedPool(PMDL m) { (void)m; }
void MmProbeAndLockPages(PMDL m, KPROCESSOR_MODE mode, LOCK_OPERATION operation) { (void)m; (void)mode; (void)operation; }
void MmUnlockPages(PMDL m) { (void)m; }
void MmUnmapLockedPages(PVOID p, PMDL m) { (void)p; (void)m; }

PVOID MmMapLockedPagesSpecifyCache(PMDL m, KPROCESSOR_MODE mode, MEMORY_CACHING_TYPE cache, PVOID at, ULONG bugcheck, ULONG priority)
{
	(void)mode;
	(void)cache;
	(void)at;
	(void)bugcheck;
	(void)priority;
	return __heddle_nondet_bool() ? NULL : m->StartVa;
}
