/* The functions that drivers call. */
#ifndef HEDDLE_WDM_FUNCTIONS_H
#define HEDDLE_WDM_FUNCTIONS_H

/* ---- what heddle knows */
void __heddle_assume(int);
_Bool __heddle_nondet_bool(void);
int __heddle_nondet_int(void);
unsigned int __heddle_nondet_uint(void);
unsigned long long __heddle_nondet_ulonglong(void);
_Bool __heddle_raised(void); /* an exception came */
void __heddle_spawn();
void *__heddle_alloc(SIZE_T, int);
void __heddle_free(void *);
void __heddle_fresh();
int __heddle_lock(void *);
int __heddle_rdlock(void *);
int __heddle_unlock(void *);
void __heddle_mutex_init(void *, int);
void __heddle_sem_init(void *, unsigned int);
void __heddle_atomic_begin(void);
void __heddle_atomic_end(void);
_Noreturn void __heddle_thread_exit(void *);
_Noreturn void __heddle_unsupported(const char *);
void __heddle_assert(int, const char *);
void __heddle_nt_level(KIRQL);
void __heddle_nt_begin(DISPATCHER_HEADER *, int, LONG);
void __heddle_nt_signal(DISPATCHER_HEADER *);
void __heddle_nt_until(DISPATCHER_HEADER *);
void __heddle_nt_give(PVOID *, PVOID);
void __heddle_nt_tell(NTSTATUS *, NTSTATUS);

/* ---- debugging */
#define PAGED_CODE() ((void)0)
#define PAGED_CODE_LOCKED() ((void)0)
#define PAGED_ASSERT(e) ((void)0)
#define ASSERT(e) ((void)0)
#define ASSERTMSG(m, e) ((void)0)
#define NT_ASSERT(e) ((void)0)
#define NT_ASSERTMSG(m, e) ((void)0)
#define NT_VERIFY(e) ((void)(e))
#define NT_FRE_ASSERT(e) ((void)0)
#define RTL_SOFT_ASSERT(e) ((void)0)
#define KdPrint(args)
#define KdPrintEx(args)
#define KdBreakPoint()
#define DbgBreakPoint() ((void)0)
#define DbgRaiseAssertionFailure() ((void)0)
ULONG DbgPrint(PCSTR Format, ...);
ULONG DbgPrintEx(ULONG ComponentId, ULONG Level, PCSTR Format, ...);
ULONG vDbgPrintEx(ULONG ComponentId, ULONG Level, PCSTR Format, va_list arglist);
#define DPFLTR_IHVDRIVER_ID 77
#define DPFLTR_DEFAULT_ID 101
#define DPFLTR_ERROR_LEVEL 0
#define DPFLTR_WARNING_LEVEL 1
#define DPFLTR_TRACE_LEVEL 2
#define DPFLTR_INFO_LEVEL 3
#define DPFLTR_MASK 0x80000000
VOID KeBugCheckEx(ULONG Code, ULONG_PTR P1, ULONG_PTR P2, ULONG_PTR P3, ULONG_PTR P4);
VOID KeBugCheck(ULONG Code);

/* ---- interrupt request levels */
KIRQL KeGetCurrentIrql(VOID);
VOID KeRaiseIrql(KIRQL NewIrql, PKIRQL OldIrql);
VOID KeLowerIrql(KIRQL NewIrql);
KIRQL KeRaiseIrqlToDpcLevel(VOID);
KIRQL KfRaiseIrql(KIRQL NewIrql);
VOID KfLowerIrql(KIRQL NewIrql);

/* ---- spin locks */
VOID KeInitializeSpinLock(PKSPIN_LOCK SpinLock);
VOID KeAcquireSpinLock(PKSPIN_LOCK SpinLock, PKIRQL OldIrql);
KIRQL KeAcquireSpinLockRaiseToDpc(PKSPIN_LOCK SpinLock);
KIRQL KfAcquireSpinLock(PKSPIN_LOCK SpinLock);
VOID KeReleaseSpinLock(PKSPIN_LOCK SpinLock, KIRQL NewIrql);
VOID KfReleaseSpinLock(PKSPIN_LOCK SpinLock, KIRQL NewIrql);
VOID KeAcquireSpinLockAtDpcLevel(PKSPIN_LOCK SpinLock);
VOID KeReleaseSpinLockFromDpcLevel(PKSPIN_LOCK SpinLock);
BOOLEAN KeTryToAcquireSpinLockAtDpcLevel(PKSPIN_LOCK SpinLock);
KIRQL KeAcquireSpinLockForDpc(PKSPIN_LOCK SpinLock);
VOID KeReleaseSpinLockForDpc(PKSPIN_LOCK SpinLock, KIRQL OldIrql);
VOID KeAcquireInStackQueuedSpinLock(PKSPIN_LOCK SpinLock, PKLOCK_QUEUE_HANDLE LockHandle);
VOID KeReleaseInStackQueuedSpinLock(PKLOCK_QUEUE_HANDLE LockHandle);
VOID KeAcquireInStackQueuedSpinLockAtDpcLevel(PKSPIN_LOCK SpinLock, PKLOCK_QUEUE_HANDLE LockHandle);
VOID KeReleaseInStackQueuedSpinLockFromDpcLevel(PKLOCK_QUEUE_HANDLE LockHandle);
VOID IoAcquireCancelSpinLock(PKIRQL Irql);
VOID IoReleaseCancelSpinLock(KIRQL Irql);
KIRQL ExAcquireSpinLockShared(PEX_SPIN_LOCK SpinLock);
KIRQL ExAcquireSpinLockExclusive(PEX_SPIN_LOCK SpinLock);
VOID ExReleaseSpinLockShared(PEX_SPIN_LOCK SpinLock, KIRQL OldIrql);
VOID ExReleaseSpinLockExclusive(PEX_SPIN_LOCK SpinLock, KIRQL OldIrql);

/* ---- what can be waited for */
VOID KeInitializeEvent(PRKEVENT Event, EVENT_TYPE Type, BOOLEAN State);
LONG KeSetEvent(PRKEVENT Event, KPRIORITY Increment, BOOLEAN Wait);
LONG KeResetEvent(PRKEVENT Event);
VOID KeClearEvent(PRKEVENT Event);
LONG KeReadStateEvent(PRKEVENT Event);
LONG KePulseEvent(PRKEVENT Event, KPRIORITY Increment, BOOLEAN Wait);
VOID KeInitializeSemaphore(PRKSEMAPHORE Semaphore, LONG Count, LONG Limit);
LONG KeReleaseSemaphore(PRKSEMAPHORE Semaphore, KPRIORITY Increment, LONG Adjustment, BOOLEAN Wait);
LONG KeReadStateSemaphore(PRKSEMAPHORE Semaphore);
VOID KeInitializeMutex(PRKMUTEX Mutex, ULONG Level);
LONG KeReleaseMutex(PRKMUTEX Mutex, BOOLEAN Wait);
LONG KeReadStateMutex(PRKMUTEX Mutex);
NTSTATUS KeWaitForSingleObject(PVOID Object, KWAIT_REASON WaitReason, KPROCESSOR_MODE WaitMode, BOOLEAN Alertable, PLARGE_INTEGER Timeout);
NTSTATUS KeWaitForMultipleObjects(ULONG Count, PVOID Object[], WAIT_TYPE WaitType, KWAIT_REASON WaitReason, KPROCESSOR_MODE WaitMode, BOOLEAN Alertable, PLARGE_INTEGER Timeout, PKWAIT_BLOCK WaitBlockArray);
NTSTATUS KeWaitForMutexObject(PVOID Mutex, KWAIT_REASON WaitReason, KPROCESSOR_MODE WaitMode, BOOLEAN Alertable, PLARGE_INTEGER Timeout);
NTSTATUS KeDelayExecutionThread(KPROCESSOR_MODE WaitMode, BOOLEAN Alertable, PLARGE_INTEGER Interval);
VOID KeStallExecutionProcessor(ULONG MicroSeconds);

VOID ExInitializeFastMutex(PFAST_MUTEX FastMutex);
VOID ExAcquireFastMutex(PFAST_MUTEX FastMutex);
VOID ExReleaseFastMutex(PFAST_MUTEX FastMutex);
VOID ExAcquireFastMutexUnsafe(PFAST_MUTEX FastMutex);
VOID ExReleaseFastMutexUnsafe(PFAST_MUTEX FastMutex);
BOOLEAN ExTryToAcquireFastMutex(PFAST_MUTEX FastMutex);
VOID KeInitializeGuardedMutex(PKGUARDED_MUTEX Mutex);
VOID KeAcquireGuardedMutex(PKGUARDED_MUTEX Mutex);
VOID KeReleaseGuardedMutex(PKGUARDED_MUTEX Mutex);
BOOLEAN KeTryToAcquireGuardedMutex(PKGUARDED_MUTEX Mutex);
NTSTATUS ExInitializeResourceLite(PERESOURCE Resource);
NTSTATUS ExDeleteResourceLite(PERESOURCE Resource);
BOOLEAN ExAcquireResourceExclusiveLite(PERESOURCE Resource, BOOLEAN Wait);
BOOLEAN ExAcquireResourceSharedLite(PERESOURCE Resource, BOOLEAN Wait);
VOID ExReleaseResourceLite(PERESOURCE Resource);
VOID ExInitializePushLock(PEX_PUSH_LOCK PushLock);
VOID ExAcquirePushLockExclusive(PEX_PUSH_LOCK PushLock);
VOID ExAcquirePushLockShared(PEX_PUSH_LOCK PushLock);
VOID ExReleasePushLockExclusive(PEX_PUSH_LOCK PushLock);
VOID ExReleasePushLockShared(PEX_PUSH_LOCK PushLock);
VOID KeEnterCriticalRegion(VOID);
VOID KeLeaveCriticalRegion(VOID);
VOID KeEnterGuardedRegion(VOID);
VOID KeLeaveGuardedRegion(VOID);
VOID ExInitializeRundownProtection(PEX_RUNDOWN_REF RunRef);
BOOLEAN ExAcquireRundownProtection(PEX_RUNDOWN_REF RunRef);
VOID ExReleaseRundownProtection(PEX_RUNDOWN_REF RunRef);
VOID ExWaitForRundownProtectionRelease(PEX_RUNDOWN_REF RunRef);

/* Remove locks keep nobody away but the one that removes. */
VOID IoInitializeRemoveLock(PIO_REMOVE_LOCK Lock, ULONG AllocateTag, ULONG MaxLockedMinutes, ULONG HighWatermark);
NTSTATUS IoAcquireRemoveLock(PIO_REMOVE_LOCK RemoveLock, PVOID Tag);
VOID IoReleaseRemoveLock(PIO_REMOVE_LOCK RemoveLock, PVOID Tag);
VOID IoReleaseRemoveLockAndWait(PIO_REMOVE_LOCK RemoveLock, PVOID Tag);

/* ---- single steps */
#define InterlockedIncrement(p) (__atomic_add_fetch((p), 1, __ATOMIC_SEQ_CST))
#define InterlockedDecrement(p) (__atomic_sub_fetch((p), 1, __ATOMIC_SEQ_CST))
#define InterlockedIncrement16(p) InterlockedIncrement(p)
#define InterlockedDecrement16(p) InterlockedDecrement(p)
#define InterlockedIncrement64(p) InterlockedIncrement(p)
#define InterlockedDecrement64(p) InterlockedDecrement(p)
#define InterlockedExchange(p, v) (__atomic_exchange_n((p), (v), __ATOMIC_SEQ_CST))
#define InterlockedExchange8(p, v) InterlockedExchange(p, v)
#define InterlockedExchange64(p, v) InterlockedExchange(p, v)
#define InterlockedExchangeAdd(p, v) (__atomic_fetch_add((p), (v), __ATOMIC_SEQ_CST))
#define InterlockedExchangeAdd64(p, v) InterlockedExchangeAdd(p, v)
#define InterlockedAdd(p, v) (__atomic_add_fetch((p), (v), __ATOMIC_SEQ_CST))
#define InterlockedAdd64(p, v) InterlockedAdd(p, v)
#define InterlockedOr(p, v) (__atomic_fetch_or((p), (v), __ATOMIC_SEQ_CST))
#define InterlockedAnd(p, v) (__atomic_fetch_and((p), (v), __ATOMIC_SEQ_CST))
#define InterlockedXor(p, v) (__atomic_fetch_xor((p), (v), __ATOMIC_SEQ_CST))
#define InterlockedCompareExchange(p, v, c) (__sync_val_compare_and_swap((p), (c), (v)))
#define InterlockedCompareExchange64(p, v, c) (__sync_val_compare_and_swap((p), (c), (v)))
#define InterlockedCompareExchange16(p, v, c) (__sync_val_compare_and_swap((p), (c), (v)))
#define InterlockedExchangePointer(p, v) ((PVOID)__atomic_exchange_n((PVOID *)(p), (PVOID)(v), __ATOMIC_SEQ_CST))
#define InterlockedCompareExchangePointer(p, v, c) ((PVOID)__sync_val_compare_and_swap((PVOID *)(p), (PVOID)(c), (PVOID)(v)))
#define InterlockedBitTestAndSet(p, b) ((BOOLEAN)((InterlockedOr((p), 1L << (b)) >> (b)) & 1))
#define InterlockedBitTestAndReset(p, b) ((BOOLEAN)((InterlockedAnd((p), ~(1L << (b))) >> (b)) & 1))
#define InterlockedIncrementAcquire(p) InterlockedIncrement(p)
#define InterlockedDecrementRelease(p) InterlockedDecrement(p)
#define InterlockedExchangeNoFence(p, v) InterlockedExchange(p, v)
#define ReadAcquire(p) (__atomic_load_n((p), __ATOMIC_SEQ_CST))
#define ReadNoFence(p) (__atomic_load_n((p), __ATOMIC_RELAXED))
#define ReadPointerAcquire(p) (__atomic_load_n((p), __ATOMIC_SEQ_CST))
#define WriteRelease(p, v) (__atomic_store_n((p), (v), __ATOMIC_SEQ_CST))
#define WriteNoFence(p, v) (__atomic_store_n((p), (v), __ATOMIC_RELAXED))
#define WritePointerRelease(p, v) (__atomic_store_n((p), (v), __ATOMIC_SEQ_CST))
#define KeMemoryBarrier() ((void)0)
#define MemoryBarrier() ((void)0)
#define KeMemoryBarrierWithoutFence() ((void)0)
#define YieldProcessor() ((void)0)
#define ExInterlockedIncrementLong(p, lock) InterlockedIncrement(p)
ULONG ExInterlockedAddUlong(PULONG Addend, ULONG Increment, PKSPIN_LOCK Lock);
LARGE_INTEGER ExInterlockedAddLargeInteger(PLARGE_INTEGER Addend, LARGE_INTEGER Increment, PKSPIN_LOCK Lock);

/* ---- lists */
FORCEINLINE VOID InitializeListHead(PLIST_ENTRY ListHead) { ListHead->Flink = ListHead->Blink = ListHead; }
#define IsListEmpty(head) ((head)->Flink == (head))
FORCEINLINE BOOLEAN RemoveEntryList(PLIST_ENTRY Entry)
{
	PLIST_ENTRY next = Entry->Flink, before = Entry->Blink;

	before->Flink = next;
	next->Blink = before;
	return next == before;
}
FORCEINLINE PLIST_ENTRY RemoveHeadList(PLIST_ENTRY ListHead)
{
	PLIST_ENTRY e = ListHead->Flink;

	RemoveEntryList(e);
	return e;
}
FORCEINLINE PLIST_ENTRY RemoveTailList(PLIST_ENTRY ListHead)
{
	PLIST_ENTRY e = ListHead->Blink;

	RemoveEntryList(e);
	return e;
}
FORCEINLINE VOID InsertTailList(PLIST_ENTRY ListHead, PLIST_ENTRY Entry)
{
	PLIST_ENTRY last = ListHead->Blink;

	Entry->Flink = ListHead;
	Entry->Blink = last;
	last->Flink = Entry;
	ListHead->Blink = Entry;
}
FORCEINLINE VOID InsertHeadList(PLIST_ENTRY ListHead, PLIST_ENTRY Entry)
{
	PLIST_ENTRY first = ListHead->Flink;

	Entry->Flink = first;
	Entry->Blink = ListHead;
	first->Blink = Entry;
	ListHead->Flink = Entry;
}
FORCEINLINE VOID AppendTailList(PLIST_ENTRY ListHead, PLIST_ENTRY List)
{
	PLIST_ENTRY last = ListHead->Blink;

	ListHead->Blink->Flink = List;
	ListHead->Blink = List->Blink;
	List->Blink->Flink = ListHead;
	List->Blink = last;
}
FORCEINLINE VOID PushEntryList(PSINGLE_LIST_ENTRY ListHead, PSINGLE_LIST_ENTRY Entry)
{
	Entry->Next = ListHead->Next;
	ListHead->Next = Entry;
}
FORCEINLINE PSINGLE_LIST_ENTRY PopEntryList(PSINGLE_LIST_ENTRY ListHead)
{
	PSINGLE_LIST_ENTRY first = ListHead->Next;

	if (first)
		ListHead->Next = first->Next;
	return first;
}
PLIST_ENTRY ExInterlockedInsertHeadList(PLIST_ENTRY ListHead, PLIST_ENTRY ListEntry, PKSPIN_LOCK Lock);
PLIST_ENTRY ExInterlockedInsertTailList(PLIST_ENTRY ListHead, PLIST_ENTRY ListEntry, PKSPIN_LOCK Lock);
PLIST_ENTRY ExInterlockedRemoveHeadList(PLIST_ENTRY ListHead, PKSPIN_LOCK Lock);
PSINGLE_LIST_ENTRY ExInterlockedPushEntryList(PSINGLE_LIST_ENTRY ListHead, PSINGLE_LIST_ENTRY ListEntry, PKSPIN_LOCK Lock);
PSINGLE_LIST_ENTRY ExInterlockedPopEntryList(PSINGLE_LIST_ENTRY ListHead, PKSPIN_LOCK Lock);
VOID InitializeSListHead(PSLIST_HEADER SListHead);
#define ExInitializeSListHead(h) InitializeSListHead(h)
PSLIST_ENTRY InterlockedPushEntrySList(PSLIST_HEADER ListHead, PSLIST_ENTRY ListEntry);
PSLIST_ENTRY InterlockedPopEntrySList(PSLIST_HEADER ListHead);
PSLIST_ENTRY InterlockedFlushSList(PSLIST_HEADER ListHead);
USHORT QueryDepthSList(PSLIST_HEADER SListHead);
#define ExInterlockedPushEntrySList(h, e, l) InterlockedPushEntrySList(h, e)
#define ExInterlockedPopEntrySList(h, l) InterlockedPopEntrySList(h)
#define ExQueryDepthSList(h) QueryDepthSList(h)

/* ---- memory */
PVOID ExAllocatePoolWithTag(POOL_TYPE PoolType, SIZE_T NumberOfBytes, ULONG Tag);
PVOID ExAllocatePool(POOL_TYPE PoolType, SIZE_T NumberOfBytes);
PVOID ExAllocatePool2(POOL_FLAGS Flags, SIZE_T NumberOfBytes, ULONG Tag);
PVOID ExAllocatePoolZero(POOL_TYPE PoolType, SIZE_T NumberOfBytes, ULONG Tag);
PVOID ExAllocatePoolUninitialized(POOL_TYPE PoolType, SIZE_T NumberOfBytes, ULONG Tag);
PVOID ExAllocatePoolQuotaZero(POOL_TYPE PoolType, SIZE_T NumberOfBytes, ULONG Tag);
PVOID ExAllocatePoolQuotaUninitialized(POOL_TYPE PoolType, SIZE_T NumberOfBytes, ULONG Tag);
PVOID ExAllocatePoolWithQuotaTag(POOL_TYPE PoolType, SIZE_T NumberOfBytes, ULONG Tag);
VOID ExFreePool(PVOID P);
VOID ExFreePoolWithTag(PVOID P, ULONG Tag);
VOID ExInitializeDriverRuntime(ULONG RuntimeFlags);
VOID ExInitializeNPagedLookasideList(PNPAGED_LOOKASIDE_LIST Lookaside, PALLOCATE_FUNCTION Allocate, PFREE_FUNCTION Free, ULONG Flags, SIZE_T Size, ULONG Tag, USHORT Depth);
VOID ExDeleteNPagedLookasideList(PNPAGED_LOOKASIDE_LIST Lookaside);
PVOID ExAllocateFromNPagedLookasideList(PNPAGED_LOOKASIDE_LIST Lookaside);
VOID ExFreeToNPagedLookasideList(PNPAGED_LOOKASIDE_LIST Lookaside, PVOID Entry);
VOID ExInitializePagedLookasideList(PPAGED_LOOKASIDE_LIST Lookaside, PALLOCATE_FUNCTION Allocate, PFREE_FUNCTION Free, ULONG Flags, SIZE_T Size, ULONG Tag, USHORT Depth);
VOID ExDeletePagedLookasideList(PPAGED_LOOKASIDE_LIST Lookaside);
PVOID ExAllocateFromPagedLookasideList(PPAGED_LOOKASIDE_LIST Lookaside);
VOID ExFreeToPagedLookasideList(PPAGED_LOOKASIDE_LIST Lookaside, PVOID Entry);
#define RtlCopyMemory(d, s, n) memcpy((d), (s), (n))
#define RtlMoveMemory(d, s, n) memmove((d), (s), (n))
#define RtlZeroMemory(d, n) memset((d), 0, (n))
#define RtlFillMemory(d, n, c) memset((d), (c), (n))
#define RtlEqualMemory(a, b, n) (memcmp((a), (b), (n)) == 0)
#define RtlSecureZeroMemory(d, n) memset((d), 0, (n))
#define RtlCopyBytes RtlCopyMemory
#define RtlZeroBytes RtlZeroMemory
SIZE_T RtlCompareMemory(const VOID *Source1, const VOID *Source2, SIZE_T Length);
PVOID MmMapIoSpace(PHYSICAL_ADDRESS PhysicalAddress, SIZE_T NumberOfBytes, MEMORY_CACHING_TYPE CacheType);
PVOID MmMapIoSpaceEx(PHYSICAL_ADDRESS PhysicalAddress, SIZE_T NumberOfBytes, ULONG Protect);
VOID MmUnmapIoSpace(PVOID BaseAddress, SIZE_T NumberOfBytes);
PMDL IoAllocateMdl(PVOID VirtualAddress, ULONG Length, BOOLEAN SecondaryBuffer, BOOLEAN ChargeQuota, PIRP Irp);
VOID IoFreeMdl(PMDL Mdl);
VOID IoBuildPartialMdl(PMDL SourceMdl, PMDL TargetMdl, PVOID VirtualAddress, ULONG Length);
VOID MmBuildMdlForNonPagedPool(PMDL Mdl);
VOID MmProbeAndLockPages(PMDL Mdl, KPROCESSOR_MODE AccessMode, LOCK_OPERATION Operation);
VOID MmUnlockPages(PMDL Mdl);
PVOID MmMapLockedPagesSpecifyCache(PMDL Mdl, KPROCESSOR_MODE AccessMode, MEMORY_CACHING_TYPE CacheType, PVOID RequestedAddress, ULONG BugCheckOnFailure, ULONG Priority);
VOID MmUnmapLockedPages(PVOID BaseAddress, PMDL Mdl);
#define MmGetMdlVirtualAddress(m) ((m)->StartVa)
#define MmGetMdlByteCount(m) ((m)->ByteCount)
#define MmGetMdlByteOffset(m) ((m)->ByteOffset)
#define MmGetSystemAddressForMdlSafe(m, p) ((m)->StartVa)
#define MmGetSystemAddressForMdl(m) ((m)->StartVa)
#define MmInitializeMdl(m, va, n) ((m)->Next = NULL, (m)->StartVa = (va), (void)((m)->ByteCount = (n)))
#define MmPrepareMdlForReuse(m) ((void)(m))
#define MmSizeOfMdl(va, n) (sizeof(MDL))
VOID ProbeForRead(const VOID *Address, SIZE_T Length, ULONG Alignment);
VOID ProbeForWrite(PVOID Address, SIZE_T Length, ULONG Alignment);
BOOLEAN MmIsAddressValid(PVOID VirtualAddress);
#define MmLockPagableCodeSection(p) ((PVOID)(p))
#define MmLockPagableDataSection(p) ((PVOID)(p))
#define MmUnlockPagableImageSection(p) ((void)(p))
#define MmPageEntireDriver(p) ((PVOID)0)
#define MmResetDriverPaging(p) ((void)0)
VOID ExRaiseStatus(NTSTATUS Status);
VOID ExRaiseAccessViolation(VOID);
#define EXCEPTION_EXECUTE_HANDLER 1
#define EXCEPTION_CONTINUE_SEARCH 0
#define EXCEPTION_CONTINUE_EXECUTION (-1)
ULONG GetExceptionCode(VOID);
#define AbnormalTermination() (__heddle_nondet_bool())

/* ---- devices of the hardware */
UCHAR READ_PORT_UCHAR(PUCHAR Port);
USHORT READ_PORT_USHORT(PUSHORT Port);
ULONG READ_PORT_ULONG(PULONG Port);
VOID WRITE_PORT_UCHAR(PUCHAR Port, UCHAR Value);
VOID WRITE_PORT_USHORT(PUSHORT Port, USHORT Value);
VOID WRITE_PORT_ULONG(PULONG Port, ULONG Value);
UCHAR READ_REGISTER_UCHAR(volatile UCHAR *Register);
USHORT READ_REGISTER_USHORT(volatile USHORT *Register);
ULONG READ_REGISTER_ULONG(volatile ULONG *Register);
VOID WRITE_REGISTER_UCHAR(volatile UCHAR *Register, UCHAR Value);
VOID WRITE_REGISTER_USHORT(volatile USHORT *Register, USHORT Value);
VOID WRITE_REGISTER_ULONG(volatile ULONG *Register, ULONG Value);

/* ---- strings */
VOID RtlInitUnicodeString(PUNICODE_STRING DestinationString, PCWSTR SourceString);
VOID RtlInitAnsiString(PANSI_STRING DestinationString, PCSZ SourceString);
VOID RtlInitString(PSTRING DestinationString, PCSZ SourceString);
#define RtlInitEmptyUnicodeString(s, b, n) ((s)->Buffer = (b), (s)->MaximumLength = (USHORT)(n), (void)((s)->Length = 0))
VOID RtlCopyUnicodeString(PUNICODE_STRING DestinationString, PCUNICODE_STRING SourceString);
NTSTATUS RtlAppendUnicodeToString(PUNICODE_STRING Destination, PCWSTR Source);
NTSTATUS RtlAppendUnicodeStringToString(PUNICODE_STRING Destination, PCUNICODE_STRING Source);
NTSTATUS RtlAnsiStringToUnicodeString(PUNICODE_STRING DestinationString, PCANSI_STRING SourceString, BOOLEAN AllocateDestinationString);
NTSTATUS RtlUnicodeStringToAnsiString(PANSI_STRING DestinationString, PCUNICODE_STRING SourceString, BOOLEAN AllocateDestinationString);
ULONG RtlAnsiStringToUnicodeSize(PANSI_STRING s);
#define RtlUnicodeStringToAnsiSize(s) ((s)->Length / sizeof(WCHAR) + 1)
VOID RtlFreeUnicodeString(PUNICODE_STRING UnicodeString);
VOID RtlFreeAnsiString(PANSI_STRING AnsiString);
BOOLEAN RtlEqualUnicodeString(PCUNICODE_STRING String1, PCUNICODE_STRING String2, BOOLEAN CaseInSensitive);
LONG RtlCompareUnicodeString(PCUNICODE_STRING String1, PCUNICODE_STRING String2, BOOLEAN CaseInSensitive);
NTSTATUS RtlIntegerToUnicodeString(ULONG Value, ULONG Base, PUNICODE_STRING String);
NTSTATUS RtlUnicodeStringToInteger(PCUNICODE_STRING String, ULONG Base, PULONG Value);
NTSTATUS RtlStringFromGUID(const GUID *Guid, PUNICODE_STRING GuidString);
NTSTATUS RtlGUIDFromString(PCUNICODE_STRING GuidString, GUID *Guid);
WCHAR RtlUpcaseUnicodeChar(WCHAR SourceCharacter);
int _stricmp(const char *a, const char *b);
int _strnicmp(const char *a, const char *b, size_t n);
int _wcsicmp(const WCHAR *a, const WCHAR *b);
size_t wcslen(const WCHAR *s);

/* ---- time, threads, processors */
VOID KeQuerySystemTime(PLARGE_INTEGER CurrentTime);
VOID KeQuerySystemTimePrecise(PLARGE_INTEGER CurrentTime);
VOID KeQueryTickCount(PLARGE_INTEGER CurrentCount);
ULONGLONG KeQueryInterruptTime(VOID);
ULONG KeQueryTimeIncrement(VOID);
LARGE_INTEGER KeQueryPerformanceCounter(PLARGE_INTEGER PerformanceFrequency);
VOID ExSystemTimeToLocalTime(PLARGE_INTEGER SystemTime, PLARGE_INTEGER LocalTime);
VOID RtlTimeToTimeFields(PLARGE_INTEGER Time, PTIME_FIELDS TimeFields);
PKTHREAD KeGetCurrentThread(VOID);
#define PsGetCurrentThread() KeGetCurrentThread()
PEPROCESS PsGetCurrentProcess(VOID);
HANDLE PsGetCurrentProcessId(VOID);
HANDLE PsGetCurrentThreadId(VOID);
KPRIORITY KeSetPriorityThread(PKTHREAD Thread, KPRIORITY Priority);
ULONG KeGetCurrentProcessorNumber(VOID);
ULONG KeQueryActiveProcessorCount(PKAFFINITY ActiveProcessors);
NTSTATUS PsCreateSystemThread(PHANDLE ThreadHandle, ULONG DesiredAccess, POBJECT_ATTRIBUTES ObjectAttributes, HANDLE ProcessHandle, PCLIENT_ID ClientId, PKSTART_ROUTINE StartRoutine, PVOID StartContext);
NTSTATUS PsTerminateSystemThread(NTSTATUS ExitStatus);
BOOLEAN PsGetVersion(PULONG MajorVersion, PULONG MinorVersion, PULONG BuildNumber, PUNICODE_STRING CSDVersion);
BOOLEAN RtlIsNtDdiVersionAvailable(ULONG Version);
BOOLEAN IoIsWdmVersionAvailable(UCHAR MajorVersion, UCHAR MinorVersion);
#define NTDDI_WINXP 0x05010000
#define NTDDI_WS03 0x05020000
#define NTDDI_VISTA 0x06000000
#define NTDDI_LONGHORN NTDDI_VISTA
#define NTDDI_WIN7 0x06010000
#define NTDDI_WIN8 0x06020000
#define NTDDI_WINBLUE 0x06030000
#define NTDDI_WIN10 0x0A000000

/* ---- objects of the system */
NTSTATUS ObReferenceObjectByHandle(HANDLE Handle, ACCESS_MASK DesiredAccess, POBJECT_TYPE ObjectType, KPROCESSOR_MODE AccessMode, PVOID *Object, PVOID HandleInformation);
#define ObReferenceObject(o) ((void)(o))
#define ObDereferenceObject(o) ((void)(o))
#define ObfDereferenceObject(o) ((void)(o))
NTSTATUS ObReferenceObjectByPointer(PVOID Object, ACCESS_MASK DesiredAccess, POBJECT_TYPE ObjectType, KPROCESSOR_MODE AccessMode);
static POBJECT_TYPE heddle_object_types[4];
#define IoFileObjectType (&heddle_object_types[0])
#define PsThreadType (&heddle_object_types[1])
#define ExEventObjectType (&heddle_object_types[2])
#define PsProcessType (&heddle_object_types[3])
NTSTATUS ZwClose(HANDLE Handle);
NTSTATUS ZwCreateFile(PHANDLE FileHandle, ACCESS_MASK DesiredAccess, POBJECT_ATTRIBUTES ObjectAttributes, PIO_STATUS_BLOCK IoStatusBlock, PLARGE_INTEGER AllocationSize, ULONG FileAttributes, ULONG ShareAccess, ULONG CreateDisposition, ULONG CreateOptions, PVOID EaBuffer, ULONG EaLength);
NTSTATUS ZwReadFile(HANDLE FileHandle, HANDLE Event, PVOID ApcRoutine, PVOID ApcContext, PIO_STATUS_BLOCK IoStatusBlock, PVOID Buffer, ULONG Length, PLARGE_INTEGER ByteOffset, PULONG Key);
NTSTATUS ZwWriteFile(HANDLE FileHandle, HANDLE Event, PVOID ApcRoutine, PVOID ApcContext, PIO_STATUS_BLOCK IoStatusBlock, PVOID Buffer, ULONG Length, PLARGE_INTEGER ByteOffset, PULONG Key);
NTSTATUS ZwOpenKey(PHANDLE KeyHandle, ACCESS_MASK DesiredAccess, POBJECT_ATTRIBUTES ObjectAttributes);
NTSTATUS ZwCreateKey(PHANDLE KeyHandle, ACCESS_MASK DesiredAccess, POBJECT_ATTRIBUTES ObjectAttributes, ULONG TitleIndex, PUNICODE_STRING Class, ULONG CreateOptions, PULONG Disposition);
NTSTATUS ZwQueryValueKey(HANDLE KeyHandle, PUNICODE_STRING ValueName, KEY_VALUE_INFORMATION_CLASS KeyValueInformationClass, PVOID KeyValueInformation, ULONG Length, PULONG ResultLength);
NTSTATUS ZwSetValueKey(HANDLE KeyHandle, PUNICODE_STRING ValueName, ULONG TitleIndex, ULONG Type, PVOID Data, ULONG DataSize);
NTSTATUS RtlQueryRegistryValues(ULONG RelativeTo, PCWSTR Path, PRTL_QUERY_REGISTRY_TABLE QueryTable, PVOID Context, PVOID Environment);
NTSTATUS RtlWriteRegistryValue(ULONG RelativeTo, PCWSTR Path, PCWSTR ValueName, ULONG ValueType, PVOID ValueData, ULONG ValueLength);
NTSTATUS RtlDeleteRegistryValue(ULONG RelativeTo, PCWSTR Path, PCWSTR ValueName);

/* ---- devices and drivers */
NTSTATUS IoCreateDevice(PDRIVER_OBJECT DriverObject, ULONG DeviceExtensionSize, PUNICODE_STRING DeviceName, DEVICE_TYPE DeviceType, ULONG DeviceCharacteristics, BOOLEAN Exclusive, PDEVICE_OBJECT *DeviceObject);
NTSTATUS IoCreateDeviceSecure(PDRIVER_OBJECT DriverObject, ULONG DeviceExtensionSize, PUNICODE_STRING DeviceName, DEVICE_TYPE DeviceType, ULONG DeviceCharacteristics, BOOLEAN Exclusive, PCUNICODE_STRING DefaultSDDLString, LPCGUID DeviceClassGuid, PDEVICE_OBJECT *DeviceObject);
VOID IoDeleteDevice(PDEVICE_OBJECT DeviceObject);
NTSTATUS IoCreateSymbolicLink(PUNICODE_STRING SymbolicLinkName, PUNICODE_STRING DeviceName);
NTSTATUS IoCreateUnprotectedSymbolicLink(PUNICODE_STRING SymbolicLinkName, PUNICODE_STRING DeviceName);
NTSTATUS IoDeleteSymbolicLink(PUNICODE_STRING SymbolicLinkName);
PDEVICE_OBJECT IoAttachDeviceToDeviceStack(PDEVICE_OBJECT SourceDevice, PDEVICE_OBJECT TargetDevice);
NTSTATUS IoAttachDeviceToDeviceStackSafe(PDEVICE_OBJECT SourceDevice, PDEVICE_OBJECT TargetDevice, PDEVICE_OBJECT *AttachedToDeviceObject);
VOID IoDetachDevice(PDEVICE_OBJECT TargetDevice);
PDEVICE_OBJECT IoGetAttachedDevice(PDEVICE_OBJECT DeviceObject);
PDEVICE_OBJECT IoGetAttachedDeviceReference(PDEVICE_OBJECT DeviceObject);
NTSTATUS IoGetDeviceObjectPointer(PUNICODE_STRING ObjectName, ACCESS_MASK DesiredAccess, PFILE_OBJECT *FileObject, PDEVICE_OBJECT *DeviceObject);
PDEVICE_OBJECT IoGetRelatedDeviceObject(PFILE_OBJECT FileObject);
NTSTATUS IoAllocateDriverObjectExtension(PDRIVER_OBJECT DriverObject, PVOID ClientIdentificationAddress, ULONG DriverObjectExtensionSize, PVOID *DriverObjectExtension);
PVOID IoGetDriverObjectExtension(PDRIVER_OBJECT DriverObject, PVOID ClientIdentificationAddress);
NTSTATUS IoRegisterDeviceInterface(PDEVICE_OBJECT PhysicalDeviceObject, const GUID *InterfaceClassGuid, PUNICODE_STRING ReferenceString, PUNICODE_STRING SymbolicLinkName);
NTSTATUS IoSetDeviceInterfaceState(PUNICODE_STRING SymbolicLinkName, BOOLEAN Enable);
NTSTATUS IoGetDeviceProperty(PDEVICE_OBJECT DeviceObject, DEVICE_REGISTRY_PROPERTY DeviceProperty, ULONG BufferLength, PVOID PropertyBuffer, PULONG ResultLength);
NTSTATUS IoOpenDeviceRegistryKey(PDEVICE_OBJECT DeviceObject, ULONG DevInstKeyType, ACCESS_MASK DesiredAccess, PHANDLE DeviceRegKey);
VOID IoInvalidateDeviceRelations(PDEVICE_OBJECT DeviceObject, DEVICE_RELATION_TYPE Type);
VOID IoInvalidateDeviceState(PDEVICE_OBJECT PhysicalDeviceObject);
NTSTATUS IoRegisterShutdownNotification(PDEVICE_OBJECT DeviceObject);
VOID IoUnregisterShutdownNotification(PDEVICE_OBJECT DeviceObject);
NTSTATUS IoRegisterPlugPlayNotification(IO_NOTIFICATION_EVENT_CATEGORY EventCategory, ULONG EventCategoryFlags, PVOID EventCategoryData, PDRIVER_OBJECT DriverObject, PDRIVER_NOTIFICATION_CALLBACK_ROUTINE CallbackRoutine, PVOID Context, PVOID *NotificationEntry);
NTSTATUS IoUnregisterPlugPlayNotification(PVOID NotificationEntry);
NTSTATUS IoUnregisterPlugPlayNotificationEx(PVOID NotificationEntry);
VOID IoRequestDeviceEject(PDEVICE_OBJECT PhysicalDeviceObject);
typedef struct _CONFIGURATION_INFORMATION {
	ULONG DiskCount, FloppyCount, CdRomCount, TapeCount, ScsiPortCount, SerialCount, ParallelCount;
	BOOLEAN AtDiskPrimaryAddressClaimed, AtDiskSecondaryAddressClaimed;
	ULONG Version, MediumChangerCount;
} CONFIGURATION_INFORMATION, *PCONFIGURATION_INFORMATION;
PCONFIGURATION_INFORMATION IoGetConfigurationInformation(VOID);
VOID KeFlushIoBuffers(PMDL Mdl, BOOLEAN ReadOperation, BOOLEAN DmaOperation);
PVOID MmGetSystemRoutineAddress(PUNICODE_STRING SystemRoutineName);
PVOID IoAllocateErrorLogEntry(PVOID IoObject, UCHAR EntrySize);
VOID IoWriteErrorLogEntry(PVOID ElEntry);
VOID IoFreeErrorLogEntry(PVOID ElEntry);
PCHAR IoGetInitialStack(VOID);
PEPROCESS IoGetRequestorProcess(PIRP Irp);
BOOLEAN SeSinglePrivilegeCheck(LUID PrivilegeValue, KPROCESSOR_MODE PreviousMode);
LUID RtlConvertLongToLuid(LONG Long);
extern const UNICODE_STRING SDDL_DEVOBJ_SYS_ALL_ADM_ALL, SDDL_DEVOBJ_SYS_ALL_ADM_RWX_WORLD_R, SDDL_DEVOBJ_SYS_ALL, SDDL_DEVOBJ_KERNEL_ONLY, SDDL_DEVOBJ_SYS_ALL_ADM_RWX_WORLD_RW_RES_R;

/* ---- requests */
#define IoGetCurrentIrpStackLocation(irp) (&((struct heddle_packet *)(irp))->location[(irp)->CurrentLocation])
#define IoGetNextIrpStackLocation(irp) (&((struct heddle_packet *)(irp))->location[(irp)->CurrentLocation - 1])
#define IoSkipCurrentIrpStackLocation(irp) ((void)((irp)->CurrentLocation++))
#define IoSetNextIrpStackLocation(irp) ((void)((irp)->CurrentLocation--))
FORCEINLINE VOID IoCopyCurrentIrpStackLocationToNext(PIRP Irp)
{
	PIO_STACK_LOCATION here = IoGetCurrentIrpStackLocation(Irp), next = IoGetNextIrpStackLocation(Irp);

	memcpy(next, here, FIELD_OFFSET(IO_STACK_LOCATION, CompletionRoutine));
	next->Control = 0;
	next->CompletionRoutine = NULL;
	next->Context = NULL;
}
#define IoMarkIrpPending(irp) ((void)(IoGetCurrentIrpStackLocation(irp)->Control |= SL_PENDING_RETURNED))
VOID IoSetCompletionRoutine(PIRP Irp, PIO_COMPLETION_ROUTINE CompletionRoutine, PVOID Context, BOOLEAN InvokeOnSuccess, BOOLEAN InvokeOnError, BOOLEAN InvokeOnCancel);
NTSTATUS IoSetCompletionRoutineEx(PDEVICE_OBJECT DeviceObject, PIRP Irp, PIO_COMPLETION_ROUTINE CompletionRoutine, PVOID Context, BOOLEAN InvokeOnSuccess, BOOLEAN InvokeOnError, BOOLEAN InvokeOnCancel);
NTSTATUS IofCallDriver(PDEVICE_OBJECT DeviceObject, PIRP Irp);
#define IoCallDriver(device, irp) IofCallDriver(device, irp)
NTSTATUS PoCallDriver(PDEVICE_OBJECT DeviceObject, PIRP Irp);
BOOLEAN IoForwardIrpSynchronously(PDEVICE_OBJECT DeviceObject, PIRP Irp);
VOID IofCompleteRequest(PIRP Irp, CCHAR PriorityBoost);
#define IoCompleteRequest(irp, boost) IofCompleteRequest(irp, boost)
PDRIVER_CANCEL IoSetCancelRoutine(PIRP Irp, PDRIVER_CANCEL CancelRoutine);
BOOLEAN IoCancelIrp(PIRP Irp);
PIRP IoAllocateIrp(CCHAR StackSize, BOOLEAN ChargeQuota);
VOID IoFreeIrp(PIRP Irp);
VOID IoReuseIrp(PIRP Irp, NTSTATUS Iostatus);
VOID IoInitializeIrp(PIRP Irp, USHORT PacketSize, CCHAR StackSize);
#define IoSizeOfIrp(n) ((USHORT)(sizeof(IRP) + (n) * sizeof(IO_STACK_LOCATION)))
PIRP IoBuildDeviceIoControlRequest(ULONG IoControlCode, PDEVICE_OBJECT DeviceObject, PVOID InputBuffer, ULONG InputBufferLength, PVOID OutputBuffer, ULONG OutputBufferLength, BOOLEAN InternalDeviceIoControl, PKEVENT Event, PIO_STATUS_BLOCK IoStatusBlock);
PIRP IoBuildSynchronousFsdRequest(ULONG MajorFunction, PDEVICE_OBJECT DeviceObject, PVOID Buffer, ULONG Length, PLARGE_INTEGER StartingOffset, PKEVENT Event, PIO_STATUS_BLOCK IoStatusBlock);
PIRP IoBuildAsynchronousFsdRequest(ULONG MajorFunction, PDEVICE_OBJECT DeviceObject, PVOID Buffer, ULONG Length, PLARGE_INTEGER StartingOffset, PIO_STATUS_BLOCK IoStatusBlock);
VOID IoStartPacket(PDEVICE_OBJECT DeviceObject, PIRP Irp, PULONG Key, PDRIVER_CANCEL CancelFunction);
VOID IoStartNextPacket(PDEVICE_OBJECT DeviceObject, BOOLEAN Cancelable);
NTSTATUS IoCsqInitialize(PIO_CSQ Csq, PIO_CSQ_INSERT_IRP CsqInsertIrp, PIO_CSQ_REMOVE_IRP CsqRemoveIrp, PIO_CSQ_PEEK_NEXT_IRP CsqPeekNextIrp, PIO_CSQ_ACQUIRE_LOCK CsqAcquireLock, PIO_CSQ_RELEASE_LOCK CsqReleaseLock, PIO_CSQ_COMPLETE_CANCELED_IRP CsqCompleteCanceledIrp);
NTSTATUS IoCsqInitializeEx(PIO_CSQ Csq, PIO_CSQ_INSERT_IRP_EX CsqInsertIrp, PIO_CSQ_REMOVE_IRP CsqRemoveIrp, PIO_CSQ_PEEK_NEXT_IRP CsqPeekNextIrp, PIO_CSQ_ACQUIRE_LOCK CsqAcquireLock, PIO_CSQ_RELEASE_LOCK CsqReleaseLock, PIO_CSQ_COMPLETE_CANCELED_IRP CsqCompleteCanceledIrp);
VOID IoCsqInsertIrp(PIO_CSQ Csq, PIRP Irp, PIO_CSQ_IRP_CONTEXT Context);
NTSTATUS IoCsqInsertIrpEx(PIO_CSQ Csq, PIRP Irp, PIO_CSQ_IRP_CONTEXT Context, PVOID InsertContext);
PIRP IoCsqRemoveNextIrp(PIO_CSQ Csq, PVOID PeekContext);
PIRP IoCsqRemoveIrp(PIO_CSQ Csq, PIO_CSQ_IRP_CONTEXT Context);

/* ---- routines that run later */
VOID KeInitializeDpc(PRKDPC Dpc, PKDEFERRED_ROUTINE DeferredRoutine, PVOID DeferredContext);
VOID KeInitializeThreadedDpc(PRKDPC Dpc, PKDEFERRED_ROUTINE DeferredRoutine, PVOID DeferredContext);
BOOLEAN KeInsertQueueDpc(PRKDPC Dpc, PVOID SystemArgument1, PVOID SystemArgument2);
BOOLEAN KeRemoveQueueDpc(PRKDPC Dpc);
VOID KeFlushQueuedDpcs(VOID);
VOID KeSetImportanceDpc(PRKDPC Dpc, KDPC_IMPORTANCE Importance);
VOID KeSetTargetProcessorDpc(PRKDPC Dpc, CCHAR Number);
VOID IoInitializeDpcRequest(PDEVICE_OBJECT DeviceObject, PIO_DPC_ROUTINE DpcRoutine);
VOID IoRequestDpc(PDEVICE_OBJECT DeviceObject, PIRP Irp, PVOID Context);
VOID KeInitializeTimer(PKTIMER Timer);
VOID KeInitializeTimerEx(PKTIMER Timer, TIMER_TYPE Type);
BOOLEAN KeSetTimer(PKTIMER Timer, LARGE_INTEGER DueTime, PKDPC Dpc);
BOOLEAN KeSetTimerEx(PKTIMER Timer, LARGE_INTEGER DueTime, LONG Period, PKDPC Dpc);
BOOLEAN KeCancelTimer(PKTIMER Timer);
BOOLEAN KeReadStateTimer(PKTIMER Timer);
NTSTATUS IoInitializeTimer(PDEVICE_OBJECT DeviceObject, PIO_TIMER_ROUTINE TimerRoutine, PVOID Context);
VOID IoStartTimer(PDEVICE_OBJECT DeviceObject);
VOID IoStopTimer(PDEVICE_OBJECT DeviceObject);
PIO_WORKITEM IoAllocateWorkItem(PDEVICE_OBJECT DeviceObject);
VOID IoFreeWorkItem(PIO_WORKITEM IoWorkItem);
VOID IoQueueWorkItem(PIO_WORKITEM IoWorkItem, PIO_WORKITEM_ROUTINE WorkerRoutine, WORK_QUEUE_TYPE QueueType, PVOID Context);
VOID IoQueueWorkItemEx(PIO_WORKITEM IoWorkItem, PIO_WORKITEM_ROUTINE_EX WorkerRoutine, WORK_QUEUE_TYPE QueueType, PVOID Context);
#define ExInitializeWorkItem(item, routine, context) ((item)->WorkerRoutine = (routine), (item)->Parameter = (context), (void)((item)->List.Flink = NULL))
VOID ExQueueWorkItem(PWORK_QUEUE_ITEM WorkItem, WORK_QUEUE_TYPE QueueType);
NTSTATUS IoConnectInterrupt(PKINTERRUPT *InterruptObject, PKSERVICE_ROUTINE ServiceRoutine, PVOID ServiceContext, PKSPIN_LOCK SpinLock, ULONG Vector, KIRQL Irql, KIRQL SynchronizeIrql, KINTERRUPT_MODE InterruptMode, BOOLEAN ShareVector, KAFFINITY ProcessorEnableMask, BOOLEAN FloatingSave);
VOID IoDisconnectInterrupt(PKINTERRUPT InterruptObject);
BOOLEAN KeSynchronizeExecution(PKINTERRUPT Interrupt, PKSYNCHRONIZE_ROUTINE SynchronizeRoutine, PVOID SynchronizeContext);
KIRQL KeAcquireInterruptSpinLock(PKINTERRUPT Interrupt);
VOID KeReleaseInterruptSpinLock(PKINTERRUPT Interrupt, KIRQL OldIrql);

/* ---- power */
VOID PoStartNextPowerIrp(PIRP Irp);
POWER_STATE PoSetPowerState(PDEVICE_OBJECT DeviceObject, POWER_STATE_TYPE Type, POWER_STATE State);
NTSTATUS PoRequestPowerIrp(PDEVICE_OBJECT DeviceObject, UCHAR MinorFunction, POWER_STATE PowerState, PREQUEST_POWER_COMPLETE CompletionFunction, PVOID Context, PIRP *Irp);
PULONG PoRegisterDeviceForIdleDetection(PDEVICE_OBJECT DeviceObject, ULONG ConservationIdleTime, ULONG PerformanceIdleTime, DEVICE_POWER_STATE State);
#define PoSetDeviceBusy(p) ((void)(p))

/* ---- identifiers */
DEFINE_GUID(GUID_DEVICE_INTERFACE_ARRIVAL, 0xcb3a4004, 0x46f0, 0x11d0, 0xb0, 0x8f, 0x00, 0x60, 0x97, 0x13, 0x05, 0x3f);
DEFINE_GUID(GUID_DEVICE_INTERFACE_REMOVAL, 0xcb3a4005, 0x46f0, 0x11d0, 0xb0, 0x8f, 0x00, 0x60, 0x97, 0x13, 0x05, 0x3f);
DEFINE_GUID(GUID_TARGET_DEVICE_QUERY_REMOVE, 0xcb3a4006, 0x46f0, 0x11d0, 0xb0, 0x8f, 0x00, 0x60, 0x97, 0x13, 0x05, 0x3f);
DEFINE_GUID(GUID_TARGET_DEVICE_REMOVE_CANCELLED, 0xcb3a4007, 0x46f0, 0x11d0, 0xb0, 0x8f, 0x00, 0x60, 0x97, 0x13, 0x05, 0x3f);
DEFINE_GUID(GUID_TARGET_DEVICE_REMOVE_COMPLETE, 0xcb3a4008, 0x46f0, 0x11d0, 0xb0, 0x8f, 0x00, 0x60, 0x97, 0x13, 0x05, 0x3f);
DEFINE_GUID(GUID_BUS_TYPE_SERENUM, 0x77114a87, 0x8944, 0x11d1, 0xbd, 0x90, 0x00, 0xa0, 0xc9, 0x06, 0xbe, 0x2d);
DEFINE_GUID(GUID_BUS_TYPE_PCI, 0xc8ebdfb0, 0xb510, 0x11d0, 0x80, 0xe5, 0x00, 0xa0, 0xc9, 0x25, 0x42, 0xe3);
DEFINE_GUID(GUID_BUS_TYPE_USB, 0x9d7debbc, 0xc85d, 0x11d1, 0x9e, 0xb4, 0x00, 0x60, 0x08, 0xc3, 0xa1, 0x9a);
DEFINE_GUID(GUID_SERENUM_BUS_ENUMERATOR, 0x4D36E978, 0xE325, 0x11CE, 0xBF, 0xC1, 0x08, 0x00, 0x2B, 0xE1, 0x03, 0x18);

/* ---- management instrumentation */
typedef VOID FWMI_NOTIFICATION_CALLBACK(PVOID Wnode, PVOID Context);
typedef FWMI_NOTIFICATION_CALLBACK *WMI_NOTIFICATION_CALLBACK;
NTSTATUS IoWMIRegistrationControl(PDEVICE_OBJECT DeviceObject, ULONG Action);
#define WMIREG_ACTION_REGISTER 1
#define WMIREG_ACTION_DEREGISTER 2
NTSTATUS IoWMIOpenBlock(LPCGUID DataBlockGuid, ULONG DesiredAccess, PVOID *DataBlockObject);
NTSTATUS IoWMISetNotificationCallback(PVOID Object, WMI_NOTIFICATION_CALLBACK Callback, PVOID Context);
ULONG IoWMIDeviceObjectToProviderId(PDEVICE_OBJECT DeviceObject);
NTSTATUS IoWMIWriteEvent(PVOID WnodeEventItem);
NTSTATUS IoWMISuggestInstanceName(PDEVICE_OBJECT PhysicalDeviceObject, PUNICODE_STRING SymbolicLinkName, BOOLEAN CombineNames, PUNICODE_STRING SuggestedInstanceName);
#define WMIGUID_QUERY 1
#define WMIGUID_SET 2
#define WMIGUID_NOTIFICATION 4
#endif
