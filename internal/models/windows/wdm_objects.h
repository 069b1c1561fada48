/* Objects of the kernel: events, locks, timers, threads, lists of memory. Those that synchronize are kept apart from their bytes, but for what can be waited for. */
#ifndef HEDDLE_WDM_OBJECTS_H
#define HEDDLE_WDM_OBJECTS_H

#define PASSIVE_LEVEL 0
#define LOW_LEVEL 0
#define APC_LEVEL 1
#define DISPATCH_LEVEL 2
#define CMCI_LEVEL 5
#define CLOCK_LEVEL 13
#define IPI_LEVEL 14
#define HIGH_LEVEL 15
#define LOW_PRIORITY 0
#define LOW_REALTIME_PRIORITY 16
#define HIGH_PRIORITY 31
#define MAXIMUM_PRIORITY 32
#define EVENT_INCREMENT 1
#define SEMAPHORE_INCREMENT 1
#define MAXIMUM_WAIT_OBJECTS 64
#define THREAD_WAIT_OBJECTS 3
#define MAXIMUM_PROCESSORS 64

typedef enum _MODE { KernelMode, UserMode, MaximumMode } MODE;
typedef enum _EVENT_TYPE { NotificationEvent, SynchronizationEvent } EVENT_TYPE;
typedef enum _TIMER_TYPE { NotificationTimer, SynchronizationTimer } TIMER_TYPE;
typedef enum _WAIT_TYPE { WaitAll, WaitAny } WAIT_TYPE;
typedef enum _KWAIT_REASON {
	Executive, FreePage, PageIn, PoolAllocation, DelayExecution, Suspended, UserRequest, WrExecutive, WrFreePage, WrPageIn, WrPoolAllocation, WrDelayExecution, WrSuspended, WrUserRequest
} KWAIT_REASON;
typedef enum _POOL_TYPE {
	NonPagedPool, PagedPool, NonPagedPoolMustSucceed, DontUseThisType, NonPagedPoolCacheAligned, PagedPoolCacheAligned, NonPagedPoolExecute = 0, NonPagedPoolNx = 512, NonPagedPoolNxCacheAligned = 516
} POOL_TYPE;
typedef enum _MEMORY_CACHING_TYPE { MmNonCached, MmCached, MmWriteCombined } MEMORY_CACHING_TYPE;
typedef enum _MM_PAGE_PRIORITY { LowPagePriority, NormalPagePriority = 16, HighPagePriority = 32 } MM_PAGE_PRIORITY;
typedef enum _LOCK_OPERATION { IoReadAccess, IoWriteAccess, IoModifyAccess } LOCK_OPERATION;
typedef enum _KINTERRUPT_MODE { LevelSensitive, Latched } KINTERRUPT_MODE;
typedef enum _KDPC_IMPORTANCE { LowImportance, MediumImportance, HighImportance, MediumHighImportance } KDPC_IMPORTANCE;
typedef enum _WORK_QUEUE_TYPE { CriticalWorkQueue, DelayedWorkQueue, HyperCriticalWorkQueue, MaximumWorkQueue } WORK_QUEUE_TYPE;
#define POOL_QUOTA_FAIL_INSTEAD_OF_RAISE 8
#define POOL_RAISE_IF_ALLOCATION_FAILURE 16
#define POOL_ZERO_ALLOCATION 1024
#define POOL_FLAG_USE_QUOTA 0x1ULL
#define POOL_FLAG_UNINITIALIZED 0x2ULL
#define POOL_FLAG_SESSION 0x4ULL
#define POOL_FLAG_CACHE_ALIGNED 0x8ULL
#define POOL_FLAG_RAISE_ON_FAILURE 0x20ULL
#define POOL_FLAG_NON_PAGED 0x40ULL
#define POOL_FLAG_NON_PAGED_EXECUTE 0x80ULL
#define POOL_FLAG_PAGED 0x100ULL
#define DrvRtPoolNxOptIn 1
#define MdlMappingNoExecute 0x40000000
typedef ULONGLONG POOL_FLAGS;

typedef struct _DEVICE_OBJECT DEVICE_OBJECT, *PDEVICE_OBJECT;
typedef struct _DRIVER_OBJECT DRIVER_OBJECT, *PDRIVER_OBJECT;
typedef struct _FILE_OBJECT FILE_OBJECT, *PFILE_OBJECT;
typedef struct _IRP IRP, *PIRP;
typedef struct _IO_STACK_LOCATION IO_STACK_LOCATION, *PIO_STACK_LOCATION;
typedef struct _KDPC KDPC, *PKDPC, *PRKDPC;
typedef struct _MDL MDL, *PMDL;
typedef struct _IO_WORKITEM IO_WORKITEM, *PIO_WORKITEM;
typedef struct _EPROCESS *PEPROCESS, *PKPROCESS;
typedef struct _OBJECT_TYPE *POBJECT_TYPE;
typedef struct _SECURITY_DESCRIPTOR *PSECURITY_DESCRIPTOR;
typedef struct _ADAPTER_OBJECT *PADAPTER_OBJECT;

/* What can be waited for. Type says what it is, SignalState is changed in single steps. */
typedef struct _DISPATCHER_HEADER { UCHAR Type; LONG SignalState; } DISPATCHER_HEADER;
typedef struct _KEVENT { DISPATCHER_HEADER Header; } KEVENT, *PKEVENT, *PRKEVENT;
typedef struct _KSEMAPHORE { DISPATCHER_HEADER Header; LONG Limit; } KSEMAPHORE, *PKSEMAPHORE, *PRKSEMAPHORE;
typedef struct _KMUTANT { DISPATCHER_HEADER Header; } KMUTANT, *PKMUTANT, *PRKMUTANT, KMUTEX, *PKMUTEX, *PRKMUTEX;
typedef struct _KTHREAD { DISPATCHER_HEADER Header; } KTHREAD, *PKTHREAD, *PRKTHREAD, ETHREAD, *PETHREAD;
typedef struct _KTIMER { DISPATCHER_HEADER Header; PLONG Armed; KDPC *Dpc; } KTIMER, *PKTIMER, *PRKTIMER;
typedef struct _FAST_MUTEX { LONG Count; } FAST_MUTEX, *PFAST_MUTEX, KGUARDED_MUTEX, *PKGUARDED_MUTEX;
typedef struct _ERESOURCE { LONG Count; } ERESOURCE, *PERESOURCE;
typedef ULONG_PTR EX_PUSH_LOCK, *PEX_PUSH_LOCK, EX_SPIN_LOCK, *PEX_SPIN_LOCK;
typedef struct _EX_RUNDOWN_REF { LONG Count; LONG Over; } EX_RUNDOWN_REF, *PEX_RUNDOWN_REF;
typedef struct _KLOCK_QUEUE_HANDLE { PKSPIN_LOCK Lock; KIRQL OldIrql; } KLOCK_QUEUE_HANDLE, *PKLOCK_QUEUE_HANDLE;
typedef struct _KWAIT_BLOCK { PVOID Object; } KWAIT_BLOCK, *PKWAIT_BLOCK;
typedef struct _KINTERRUPT { KSPIN_LOCK Lock; PKSPIN_LOCK Shared; LONG Gone; } KINTERRUPT, *PKINTERRUPT;
typedef struct _KDEVICE_QUEUE_ENTRY { LIST_ENTRY DeviceListEntry; ULONG SortKey; BOOLEAN Inserted; } KDEVICE_QUEUE_ENTRY, *PKDEVICE_QUEUE_ENTRY;
typedef struct _KDEVICE_QUEUE { LIST_ENTRY DeviceListHead; KSPIN_LOCK Lock; BOOLEAN Busy; } KDEVICE_QUEUE, *PKDEVICE_QUEUE;
typedef struct _PROCESSOR_NUMBER { USHORT Group; UCHAR Number; UCHAR Reserved; } PROCESSOR_NUMBER, *PPROCESSOR_NUMBER;
typedef struct _TIME_FIELDS { CSHORT Year, Month, Day, Hour, Minute, Second, Milliseconds, Weekday; } TIME_FIELDS, *PTIME_FIELDS;

typedef VOID KDEFERRED_ROUTINE(PKDPC Dpc, PVOID DeferredContext, PVOID SystemArgument1, PVOID SystemArgument2);
typedef KDEFERRED_ROUTINE *PKDEFERRED_ROUTINE;
typedef BOOLEAN KSERVICE_ROUTINE(PKINTERRUPT Interrupt, PVOID ServiceContext);
typedef KSERVICE_ROUTINE *PKSERVICE_ROUTINE;
typedef BOOLEAN KSYNCHRONIZE_ROUTINE(PVOID SynchronizeContext);
typedef KSYNCHRONIZE_ROUTINE *PKSYNCHRONIZE_ROUTINE;
typedef VOID KSTART_ROUTINE(PVOID StartContext);
typedef KSTART_ROUTINE *PKSTART_ROUTINE;
typedef VOID WORKER_THREAD_ROUTINE(PVOID Parameter);
typedef WORKER_THREAD_ROUTINE *PWORKER_THREAD_ROUTINE;
typedef VOID IO_WORKITEM_ROUTINE(PDEVICE_OBJECT DeviceObject, PVOID Context);
typedef IO_WORKITEM_ROUTINE *PIO_WORKITEM_ROUTINE;
typedef VOID IO_WORKITEM_ROUTINE_EX(PVOID IoObject, PVOID Context, PIO_WORKITEM IoWorkItem);
typedef IO_WORKITEM_ROUTINE_EX *PIO_WORKITEM_ROUTINE_EX;
typedef VOID IO_TIMER_ROUTINE(PDEVICE_OBJECT DeviceObject, PVOID Context);
typedef IO_TIMER_ROUTINE *PIO_TIMER_ROUTINE;
typedef VOID IO_DPC_ROUTINE(PKDPC Dpc, PDEVICE_OBJECT DeviceObject, PIRP Irp, PVOID Context);
typedef IO_DPC_ROUTINE *PIO_DPC_ROUTINE;

struct _KDPC {
	PKDEFERRED_ROUTINE DeferredRoutine;
	PVOID DeferredContext;
	PVOID SystemArgument1, SystemArgument2;
	PLONG Queued;
	UCHAR Importance, Number;
};
typedef struct _WORK_QUEUE_ITEM { LIST_ENTRY List; PWORKER_THREAD_ROUTINE WorkerRoutine; PVOID Parameter; } WORK_QUEUE_ITEM, *PWORK_QUEUE_ITEM;
struct _IO_WORKITEM {
	PDEVICE_OBJECT DeviceObject;
	PIO_WORKITEM_ROUTINE Routine;
	PIO_WORKITEM_ROUTINE_EX RoutineEx;
	PVOID Context;
};

typedef PVOID ALLOCATE_FUNCTION(POOL_TYPE PoolType, SIZE_T NumberOfBytes, ULONG Tag);
typedef ALLOCATE_FUNCTION *PALLOCATE_FUNCTION;
typedef VOID FREE_FUNCTION(PVOID Buffer);
typedef FREE_FUNCTION *PFREE_FUNCTION;
typedef struct _NPAGED_LOOKASIDE_LIST { SIZE_T Size; ULONG Tag; } NPAGED_LOOKASIDE_LIST, *PNPAGED_LOOKASIDE_LIST, PAGED_LOOKASIDE_LIST, *PPAGED_LOOKASIDE_LIST, LOOKASIDE_LIST_EX, *PLOOKASIDE_LIST_EX;

struct _MDL {
	struct _MDL *Next;
	CSHORT Size, MdlFlags;
	PVOID Process;
	PVOID MappedSystemVa, StartVa;
	ULONG ByteCount, ByteOffset;
};
typedef MDL *PMDLX;

typedef struct _IO_REMOVE_LOCK { LONG Held; LONG Removed; } IO_REMOVE_LOCK, *PIO_REMOVE_LOCK;

typedef struct _RTL_QUERY_REGISTRY_TABLE {
	NTSTATUS (*QueryRoutine)(PWSTR, ULONG, PVOID, ULONG, PVOID, PVOID);
	ULONG Flags;
	PWSTR Name;
	PVOID EntryContext;
	ULONG DefaultType;
	PVOID DefaultData;
	ULONG DefaultLength;
} RTL_QUERY_REGISTRY_TABLE, *PRTL_QUERY_REGISTRY_TABLE;
#define RTL_QUERY_REGISTRY_SUBKEY 0x1
#define RTL_QUERY_REGISTRY_REQUIRED 0x4
#define RTL_QUERY_REGISTRY_NOVALUE 0x8
#define RTL_QUERY_REGISTRY_NOEXPAND 0x10
#define RTL_QUERY_REGISTRY_DIRECT 0x20
#define RTL_QUERY_REGISTRY_TYPECHECK 0x100
#define RTL_QUERY_REGISTRY_TYPECHECK_SHIFT 24
#define RTL_REGISTRY_ABSOLUTE 0
#define RTL_REGISTRY_SERVICES 1
#define RTL_REGISTRY_DEVICEMAP 4
#define REG_NONE 0
#define REG_SZ 1
#define REG_EXPAND_SZ 2
#define REG_BINARY 3
#define REG_DWORD 4
#define REG_MULTI_SZ 7
#define KEY_QUERY_VALUE 1
#define KEY_SET_VALUE 2
#define KEY_READ 0x20019
#define KEY_WRITE 0x20006
#define KEY_ALL_ACCESS 0xF003F
#define REG_OPTION_NON_VOLATILE 0
#define DELETE 0x10000
#define READ_CONTROL 0x20000
#define WRITE_DAC 0x40000
#define SYNCHRONIZE 0x100000
#define STANDARD_RIGHTS_REQUIRED 0xF0000
#define STANDARD_RIGHTS_ALL 0x1F0000
#define STANDARD_RIGHTS_READ READ_CONTROL
#define STANDARD_RIGHTS_WRITE READ_CONTROL
#define GENERIC_READ 0x80000000
#define GENERIC_WRITE 0x40000000
#define GENERIC_ALL 0x10000000
#define THREAD_ALL_ACCESS 0x1FFFFF
#define EVENT_ALL_ACCESS 0x1F0003
#define EVENT_MODIFY_STATE 2
typedef enum _KEY_VALUE_INFORMATION_CLASS { KeyValueBasicInformation, KeyValueFullInformation, KeyValuePartialInformation } KEY_VALUE_INFORMATION_CLASS;
typedef struct _KEY_VALUE_FULL_INFORMATION { ULONG TitleIndex, Type, DataOffset, DataLength, NameLength; WCHAR Name[1]; } KEY_VALUE_FULL_INFORMATION, *PKEY_VALUE_FULL_INFORMATION;
typedef struct _KEY_VALUE_PARTIAL_INFORMATION { ULONG TitleIndex, Type, DataLength; UCHAR Data[1]; } KEY_VALUE_PARTIAL_INFORMATION, *PKEY_VALUE_PARTIAL_INFORMATION;
typedef struct _CLIENT_ID { HANDLE UniqueProcess, UniqueThread; } CLIENT_ID, *PCLIENT_ID;
#endif
