/* Objects, configurations and callbacks of the framework. */
#ifndef HEDDLE_WDF_OBJECTS_H
#define HEDDLE_WDF_OBJECTS_H

typedef PVOID WDFOBJECT, WDFCONTEXT;
typedef struct WDFDRIVER__ *WDFDRIVER;
typedef struct WDFDEVICE__ *WDFDEVICE;
typedef struct WDFQUEUE__ *WDFQUEUE;
typedef struct WDFREQUEST__ *WDFREQUEST;
typedef struct WDFFILEOBJECT__ *WDFFILEOBJECT;
typedef struct WDFIOTARGET__ *WDFIOTARGET;
typedef struct WDFMEMORY__ *WDFMEMORY;
typedef struct WDFTIMER__ *WDFTIMER;
typedef struct WDFWORKITEM__ *WDFWORKITEM;
typedef struct WDFDPC__ *WDFDPC;
typedef struct WDFINTERRUPT__ *WDFINTERRUPT;
typedef struct WDFSPINLOCK__ *WDFSPINLOCK;
typedef struct WDFWAITLOCK__ *WDFWAITLOCK;
typedef struct WDFCOLLECTION__ *WDFCOLLECTION;
typedef struct WDFKEY__ *WDFKEY;
typedef struct WDFSTRING__ *WDFSTRING;
typedef struct WDFLOOKASIDE__ *WDFLOOKASIDE;
typedef struct WDFCMRESLIST__ *WDFCMRESLIST;
typedef struct WDFUSBDEVICE__ *WDFUSBDEVICE;
typedef struct WDFUSBINTERFACE__ *WDFUSBINTERFACE;
typedef struct WDFUSBPIPE__ *WDFUSBPIPE;
typedef struct WDFDMAENABLER__ *WDFDMAENABLER;
typedef struct WDFCHILDLIST__ *WDFCHILDLIST;
typedef struct WDFDMATRANSACTION__ *WDFDMATRANSACTION;
typedef struct WDFCOMMONBUFFER__ *WDFCOMMONBUFFER;
typedef struct WDFDEVICE_INIT WDFDEVICE_INIT, *PWDFDEVICE_INIT;

#define WDF_NO_EVENT_CALLBACK NULL
#define WDF_NO_HANDLE NULL
#define WDF_NO_CONTEXT NULL
#define WDF_NO_OBJECT_ATTRIBUTES NULL
#define WDF_NO_SEND_OPTIONS NULL
#define WDF_EXTERN_C
#define WDF_EXTERN_C_START
#define WDF_EXTERN_C_END

typedef enum _WDF_TRI_STATE { WdfFalse, WdfTrue, WdfUseDefault } WDF_TRI_STATE;
typedef enum _WDF_EXECUTION_LEVEL { WdfExecutionLevelInvalid, WdfExecutionLevelInheritFromParent, WdfExecutionLevelPassive, WdfExecutionLevelDispatch } WDF_EXECUTION_LEVEL;
typedef enum _WDF_SYNCHRONIZATION_SCOPE {
	WdfSynchronizationScopeInvalid, WdfSynchronizationScopeInheritFromParent, WdfSynchronizationScopeDevice, WdfSynchronizationScopeQueue, WdfSynchronizationScopeNone
} WDF_SYNCHRONIZATION_SCOPE;
typedef enum _WDF_IO_QUEUE_DISPATCH_TYPE { WdfIoQueueDispatchInvalid, WdfIoQueueDispatchSequential, WdfIoQueueDispatchParallel, WdfIoQueueDispatchManual, WdfIoQueueDispatchMax } WDF_IO_QUEUE_DISPATCH_TYPE;
typedef enum _WDF_REQUEST_TYPE {
	WdfRequestTypeCreate = 0, WdfRequestTypeClose = 2, WdfRequestTypeRead = 3, WdfRequestTypeWrite = 4, WdfRequestTypeDeviceControl = 14, WdfRequestTypeDeviceControlInternal = 15, WdfRequestTypeCleanup = 18,
	WdfRequestTypeUsb = 0x400, WdfRequestTypeOther = 0x500, WdfRequestTypeNoFormat = 0x600
} WDF_REQUEST_TYPE;
typedef enum _WDF_DEVICE_IO_TYPE { WdfDeviceIoUndefined, WdfDeviceIoNeither, WdfDeviceIoBuffered, WdfDeviceIoDirect, WdfDeviceIoBufferedOrDirect } WDF_DEVICE_IO_TYPE, *PWDF_DEVICE_IO_TYPE;
typedef enum _WDF_POWER_DEVICE_STATE { WdfPowerDeviceInvalid, WdfPowerDeviceD0, WdfPowerDeviceD1, WdfPowerDeviceD2, WdfPowerDeviceD3, WdfPowerDeviceD3Final, WdfPowerDevicePrepareForHibernation } WDF_POWER_DEVICE_STATE;
typedef enum _WDF_IO_TARGET_STATE { WdfIoTargetStateUndefined, WdfIoTargetStarted, WdfIoTargetStopped, WdfIoTargetClosedForQueryRemove, WdfIoTargetClosed, WdfIoTargetDeleted, WdfIoTargetPurged } WDF_IO_TARGET_STATE;
typedef enum _WDF_IO_TARGET_SENT_IO_ACTION { WdfIoTargetSentIoUndefined, WdfIoTargetCancelSentIo, WdfIoTargetWaitForSentIoToComplete, WdfIoTargetLeaveSentIoPending } WDF_IO_TARGET_SENT_IO_ACTION;
typedef enum _WDF_IO_TARGET_PURGE_IO_ACTION { WdfIoTargetPurgeIoUndefined, WdfIoTargetPurgeIoAndWait, WdfIoTargetPurgeIo } WDF_IO_TARGET_PURGE_IO_ACTION;
typedef enum _WDF_REQUEST_STOP_ACTION_FLAGS { WdfRequestStopActionInvalid, WdfRequestStopActionSuspend, WdfRequestStopActionPurge, WdfRequestStopRequestCancelable = 0x10000000 } WDF_REQUEST_STOP_ACTION_FLAGS;
typedef enum _WDF_MEMORY_DESCRIPTOR_TYPE { WdfMemoryDescriptorTypeInvalid, WdfMemoryDescriptorTypeBuffer, WdfMemoryDescriptorTypeMdl, WdfMemoryDescriptorTypeHandle } WDF_MEMORY_DESCRIPTOR_TYPE;
typedef enum _WDF_POWER_POLICY_S0_IDLE_CAPABILITIES { IdleCapsInvalid, IdleCannotWakeFromS0, IdleCanWakeFromS0, IdleUsbSelectiveSuspend } WDF_POWER_POLICY_S0_IDLE_CAPABILITIES;
typedef enum _WDF_POWER_POLICY_IDLE_TIMEOUT_CONSTANTS { IdleTimeoutDefaultValue, IdleTimeoutDefaultConstant = 0 } WDF_POWER_POLICY_IDLE_TIMEOUT_CONSTANTS;
typedef enum _WDF_SPECIAL_FILE_TYPE { WdfSpecialFileUndefined, WdfSpecialFilePaging, WdfSpecialFileHibernation, WdfSpecialFileDump } WDF_SPECIAL_FILE_TYPE;
typedef enum _WDF_FILEOBJECT_CLASS { WdfFileObjectInvalid, WdfFileObjectNotRequired, WdfFileObjectWdfCanUseFsContext, WdfFileObjectWdfCanUseFsContext2, WdfFileObjectWdfCannotUseFsContexts } WDF_FILEOBJECT_CLASS;
typedef enum _WDF_DEVICE_FAILED_ACTION { WdfDeviceFailedUndefined, WdfDeviceFailedAttemptRestart, WdfDeviceFailedNoRestart } WDF_DEVICE_FAILED_ACTION;

/* ---- callbacks */
typedef NTSTATUS EVT_WDF_DRIVER_DEVICE_ADD(WDFDRIVER Driver, PWDFDEVICE_INIT DeviceInit);
typedef EVT_WDF_DRIVER_DEVICE_ADD *PFN_WDF_DRIVER_DEVICE_ADD;
typedef VOID EVT_WDF_DRIVER_UNLOAD(WDFDRIVER Driver);
typedef EVT_WDF_DRIVER_UNLOAD *PFN_WDF_DRIVER_UNLOAD;
typedef VOID EVT_WDF_OBJECT_CONTEXT_CLEANUP(WDFOBJECT Object);
typedef EVT_WDF_OBJECT_CONTEXT_CLEANUP *PFN_WDF_OBJECT_CONTEXT_CLEANUP, EVT_WDF_DEVICE_CONTEXT_CLEANUP, EVT_WDF_OBJECT_CONTEXT_DESTROY, *PFN_WDF_OBJECT_CONTEXT_DESTROY, EVT_WDF_DEVICE_CONTEXT_DESTROY;
typedef NTSTATUS EVT_WDF_DEVICE_PREPARE_HARDWARE(WDFDEVICE Device, WDFCMRESLIST ResourcesRaw, WDFCMRESLIST ResourcesTranslated);
typedef EVT_WDF_DEVICE_PREPARE_HARDWARE *PFN_WDF_DEVICE_PREPARE_HARDWARE;
typedef NTSTATUS EVT_WDF_DEVICE_RELEASE_HARDWARE(WDFDEVICE Device, WDFCMRESLIST ResourcesTranslated);
typedef EVT_WDF_DEVICE_RELEASE_HARDWARE *PFN_WDF_DEVICE_RELEASE_HARDWARE;
typedef NTSTATUS EVT_WDF_DEVICE_D0_ENTRY(WDFDEVICE Device, WDF_POWER_DEVICE_STATE PreviousState);
typedef EVT_WDF_DEVICE_D0_ENTRY *PFN_WDF_DEVICE_D0_ENTRY;
typedef NTSTATUS EVT_WDF_DEVICE_D0_EXIT(WDFDEVICE Device, WDF_POWER_DEVICE_STATE TargetState);
typedef EVT_WDF_DEVICE_D0_EXIT *PFN_WDF_DEVICE_D0_EXIT;
typedef NTSTATUS EVT_WDF_DEVICE_SELF_MANAGED_IO_INIT(WDFDEVICE Device);
typedef EVT_WDF_DEVICE_SELF_MANAGED_IO_INIT *PFN_WDF_DEVICE_SELF_MANAGED_IO_INIT, EVT_WDF_DEVICE_SELF_MANAGED_IO_SUSPEND, EVT_WDF_DEVICE_SELF_MANAGED_IO_RESTART, EVT_WDF_DEVICE_QUERY_STOP, EVT_WDF_DEVICE_QUERY_REMOVE;
typedef VOID EVT_WDF_DEVICE_SURPRISE_REMOVAL(WDFDEVICE Device);
typedef EVT_WDF_DEVICE_SURPRISE_REMOVAL *PFN_WDF_DEVICE_SURPRISE_REMOVAL, EVT_WDF_DEVICE_SELF_MANAGED_IO_CLEANUP, *PFN_WDF_DEVICE_SELF_MANAGED_IO_CLEANUP, EVT_WDF_DEVICE_SELF_MANAGED_IO_FLUSH;
typedef VOID EVT_WDF_DEVICE_FILE_CREATE(WDFDEVICE Device, WDFREQUEST Request, WDFFILEOBJECT FileObject);
typedef EVT_WDF_DEVICE_FILE_CREATE *PFN_WDF_DEVICE_FILE_CREATE;
typedef VOID EVT_WDF_FILE_CLOSE(WDFFILEOBJECT FileObject);
typedef EVT_WDF_FILE_CLOSE *PFN_WDF_FILE_CLOSE, EVT_WDF_FILE_CLEANUP, *PFN_WDF_FILE_CLEANUP;
typedef VOID EVT_WDF_IO_QUEUE_IO_DEFAULT(WDFQUEUE Queue, WDFREQUEST Request);
typedef EVT_WDF_IO_QUEUE_IO_DEFAULT *PFN_WDF_IO_QUEUE_IO_DEFAULT, EVT_WDF_IO_QUEUE_IO_RESUME, *PFN_WDF_IO_QUEUE_IO_RESUME, EVT_WDF_IO_QUEUE_IO_CANCELED_ON_QUEUE, *PFN_WDF_IO_QUEUE_IO_CANCELED_ON_QUEUE;
typedef VOID EVT_WDF_IO_QUEUE_IO_READ(WDFQUEUE Queue, WDFREQUEST Request, size_t Length);
typedef EVT_WDF_IO_QUEUE_IO_READ *PFN_WDF_IO_QUEUE_IO_READ, EVT_WDF_IO_QUEUE_IO_WRITE, *PFN_WDF_IO_QUEUE_IO_WRITE;
typedef VOID EVT_WDF_IO_QUEUE_IO_DEVICE_CONTROL(WDFQUEUE Queue, WDFREQUEST Request, size_t OutputBufferLength, size_t InputBufferLength, ULONG IoControlCode);
typedef EVT_WDF_IO_QUEUE_IO_DEVICE_CONTROL *PFN_WDF_IO_QUEUE_IO_DEVICE_CONTROL, EVT_WDF_IO_QUEUE_IO_INTERNAL_DEVICE_CONTROL, *PFN_WDF_IO_QUEUE_IO_INTERNAL_DEVICE_CONTROL;
typedef VOID EVT_WDF_IO_QUEUE_IO_STOP(WDFQUEUE Queue, WDFREQUEST Request, ULONG ActionFlags);
typedef EVT_WDF_IO_QUEUE_IO_STOP *PFN_WDF_IO_QUEUE_IO_STOP;
typedef VOID EVT_WDF_IO_QUEUE_STATE(WDFQUEUE Queue, WDFCONTEXT Context);
typedef EVT_WDF_IO_QUEUE_STATE *PFN_WDF_IO_QUEUE_STATE;
typedef VOID EVT_WDF_REQUEST_CANCEL(WDFREQUEST Request);
typedef EVT_WDF_REQUEST_CANCEL *PFN_WDF_REQUEST_CANCEL;
typedef struct _WDF_REQUEST_COMPLETION_PARAMS WDF_REQUEST_COMPLETION_PARAMS, *PWDF_REQUEST_COMPLETION_PARAMS;
typedef VOID EVT_WDF_REQUEST_COMPLETION_ROUTINE(WDFREQUEST Request, WDFIOTARGET Target, PWDF_REQUEST_COMPLETION_PARAMS Params, WDFCONTEXT Context);
typedef EVT_WDF_REQUEST_COMPLETION_ROUTINE *PFN_WDF_REQUEST_COMPLETION_ROUTINE;
typedef VOID EVT_WDF_TIMER(WDFTIMER Timer);
typedef EVT_WDF_TIMER *PFN_WDF_TIMER;
typedef VOID EVT_WDF_WORKITEM(WDFWORKITEM WorkItem);
typedef EVT_WDF_WORKITEM *PFN_WDF_WORKITEM;
typedef VOID EVT_WDF_DPC(WDFDPC Dpc);
typedef EVT_WDF_DPC *PFN_WDF_DPC;
typedef BOOLEAN EVT_WDF_INTERRUPT_ISR(WDFINTERRUPT Interrupt, ULONG MessageID);
typedef EVT_WDF_INTERRUPT_ISR *PFN_WDF_INTERRUPT_ISR;
typedef VOID EVT_WDF_INTERRUPT_DPC(WDFINTERRUPT Interrupt, WDFOBJECT AssociatedObject);
typedef EVT_WDF_INTERRUPT_DPC *PFN_WDF_INTERRUPT_DPC;
typedef BOOLEAN EVT_WDF_INTERRUPT_SYNCHRONIZE(WDFINTERRUPT Interrupt, WDFCONTEXT Context);
typedef EVT_WDF_INTERRUPT_SYNCHRONIZE *PFN_WDF_INTERRUPT_SYNCHRONIZE;
typedef struct _WDF_INTERRUPT_INFO { ULONG Size; ULONG_PTR TargetProcessorSet; ULONG MessageNumber, Vector; KIRQL Irql; int Mode, Polarity; BOOLEAN MessageSignaled; UCHAR ShareDisposition; } WDF_INTERRUPT_INFO, *PWDF_INTERRUPT_INFO;
typedef enum _WDF_DMA_DIRECTION { WdfDmaDirectionReadFromDevice, WdfDmaDirectionWriteToDevice } WDF_DMA_DIRECTION;
typedef enum _WDF_DMA_PROFILE {
	WdfDmaProfileInvalid, WdfDmaProfilePacket, WdfDmaProfileScatterGather, WdfDmaProfilePacket64, WdfDmaProfileScatterGather64, WdfDmaProfileScatterGatherDuplex, WdfDmaProfileScatterGather64Duplex, WdfDmaProfileSystem, WdfDmaProfileSystemDuplex
} WDF_DMA_PROFILE;
typedef struct _SCATTER_GATHER_ELEMENT { PHYSICAL_ADDRESS Address; ULONG Length; ULONG_PTR Reserved; } SCATTER_GATHER_ELEMENT, *PSCATTER_GATHER_ELEMENT;
typedef struct _SCATTER_GATHER_LIST { ULONG NumberOfElements; ULONG_PTR Reserved; SCATTER_GATHER_ELEMENT Elements[1]; } SCATTER_GATHER_LIST, *PSCATTER_GATHER_LIST;
typedef BOOLEAN EVT_WDF_PROGRAM_DMA(WDFDMATRANSACTION Transaction, WDFDEVICE Device, WDFCONTEXT Context, WDF_DMA_DIRECTION Direction, PSCATTER_GATHER_LIST SgList);
typedef EVT_WDF_PROGRAM_DMA *PFN_WDF_PROGRAM_DMA;
typedef NTSTATUS EVT_WDF_DMA_ENABLER(WDFDMAENABLER DmaEnabler);
typedef EVT_WDF_DMA_ENABLER *PFN_WDF_DMA_ENABLER_FILL, *PFN_WDF_DMA_ENABLER_FLUSH, *PFN_WDF_DMA_ENABLER_DISABLE, *PFN_WDF_DMA_ENABLER_ENABLE, *PFN_WDF_DMA_ENABLER_SELFMANAGED_IO_START, *PFN_WDF_DMA_ENABLER_SELFMANAGED_IO_STOP;
typedef struct _WDF_DMA_ENABLER_CONFIG {
	ULONG Size;
	WDF_DMA_PROFILE Profile;
	size_t MaximumLength;
	PFN_WDF_DMA_ENABLER_FILL EvtDmaEnablerFill;
	PFN_WDF_DMA_ENABLER_FLUSH EvtDmaEnablerFlush;
	PFN_WDF_DMA_ENABLER_DISABLE EvtDmaEnablerDisable;
	PFN_WDF_DMA_ENABLER_ENABLE EvtDmaEnablerEnable;
	PFN_WDF_DMA_ENABLER_SELFMANAGED_IO_START EvtDmaEnablerSelfManagedIoStart;
	PFN_WDF_DMA_ENABLER_SELFMANAGED_IO_STOP EvtDmaEnablerSelfManagedIoStop;
	ULONG AddressWidthOverride, WdmDmaVersionOverride, Flags;
} WDF_DMA_ENABLER_CONFIG, *PWDF_DMA_ENABLER_CONFIG;
typedef struct _WDF_DRIVER_VERSION_AVAILABLE_PARAMS { ULONG Size, MajorVersion, MinorVersion; } WDF_DRIVER_VERSION_AVAILABLE_PARAMS, *PWDF_DRIVER_VERSION_AVAILABLE_PARAMS;
typedef BOOLEAN EVT_WDF_INTERRUPT_SYNCHRONIZE(WDFINTERRUPT Interrupt, WDFCONTEXT Context);
typedef EVT_WDF_INTERRUPT_SYNCHRONIZE *PFN_WDF_INTERRUPT_SYNCHRONIZE;
typedef NTSTATUS EVT_WDF_INTERRUPT_ENABLE(WDFINTERRUPT Interrupt, WDFDEVICE AssociatedDevice);
typedef EVT_WDF_INTERRUPT_ENABLE *PFN_WDF_INTERRUPT_ENABLE, EVT_WDF_INTERRUPT_DISABLE;
typedef NTSTATUS EVT_WDF_IO_TARGET_QUERY_REMOVE(WDFIOTARGET IoTarget);
typedef EVT_WDF_IO_TARGET_QUERY_REMOVE *PFN_WDF_IO_TARGET_QUERY_REMOVE;
typedef VOID EVT_WDF_IO_TARGET_REMOVE_CANCELED(WDFIOTARGET IoTarget);
typedef EVT_WDF_IO_TARGET_REMOVE_CANCELED *PFN_WDF_IO_TARGET_REMOVE_CANCELED, EVT_WDF_IO_TARGET_REMOVE_COMPLETE, *PFN_WDF_IO_TARGET_REMOVE_COMPLETE;

/* ---- configurations */
typedef struct _WDF_OBJECT_CONTEXT_TYPE_INFO { ULONG Size; PCSTR ContextName; size_t ContextSize; } WDF_OBJECT_CONTEXT_TYPE_INFO, *PWDF_OBJECT_CONTEXT_TYPE_INFO;
typedef const WDF_OBJECT_CONTEXT_TYPE_INFO *PCWDF_OBJECT_CONTEXT_TYPE_INFO;
typedef struct _WDF_OBJECT_ATTRIBUTES {
	ULONG Size;
	PFN_WDF_OBJECT_CONTEXT_CLEANUP EvtCleanupCallback;
	PFN_WDF_OBJECT_CONTEXT_DESTROY EvtDestroyCallback;
	WDF_EXECUTION_LEVEL ExecutionLevel;
	WDF_SYNCHRONIZATION_SCOPE SynchronizationScope;
	WDFOBJECT ParentObject;
	size_t ContextSizeOverride;
	PCWDF_OBJECT_CONTEXT_TYPE_INFO ContextTypeInfo;
} WDF_OBJECT_ATTRIBUTES, *PWDF_OBJECT_ATTRIBUTES;
typedef struct _WDF_DRIVER_CONFIG { ULONG Size; PFN_WDF_DRIVER_DEVICE_ADD EvtDriverDeviceAdd; PFN_WDF_DRIVER_UNLOAD EvtDriverUnload; ULONG DriverInitFlags, DriverPoolTag; } WDF_DRIVER_CONFIG, *PWDF_DRIVER_CONFIG;
#define WdfDriverInitNonPnpDriver 1
#define WdfDriverInitNoDispatchOverride 2
typedef struct _WDF_PNPPOWER_EVENT_CALLBACKS {
	ULONG Size;
	PFN_WDF_DEVICE_D0_ENTRY EvtDeviceD0Entry;
	PFN_WDF_DEVICE_D0_ENTRY EvtDeviceD0EntryPostInterruptsEnabled;
	PFN_WDF_DEVICE_D0_EXIT EvtDeviceD0Exit;
	PFN_WDF_DEVICE_D0_EXIT EvtDeviceD0ExitPreInterruptsDisabled;
	PFN_WDF_DEVICE_PREPARE_HARDWARE EvtDevicePrepareHardware;
	PFN_WDF_DEVICE_RELEASE_HARDWARE EvtDeviceReleaseHardware;
	PFN_WDF_DEVICE_SELF_MANAGED_IO_CLEANUP EvtDeviceSelfManagedIoCleanup;
	PFN_WDF_DEVICE_SELF_MANAGED_IO_CLEANUP EvtDeviceSelfManagedIoFlush;
	PFN_WDF_DEVICE_SELF_MANAGED_IO_INIT EvtDeviceSelfManagedIoInit;
	PFN_WDF_DEVICE_SELF_MANAGED_IO_INIT EvtDeviceSelfManagedIoSuspend;
	PFN_WDF_DEVICE_SELF_MANAGED_IO_INIT EvtDeviceSelfManagedIoRestart;
	PFN_WDF_DEVICE_SURPRISE_REMOVAL EvtDeviceSurpriseRemoval;
	PFN_WDF_DEVICE_SELF_MANAGED_IO_INIT EvtDeviceQueryRemove;
	PFN_WDF_DEVICE_SELF_MANAGED_IO_INIT EvtDeviceQueryStop;
} WDF_PNPPOWER_EVENT_CALLBACKS, *PWDF_PNPPOWER_EVENT_CALLBACKS;
typedef struct _WDF_FILEOBJECT_CONFIG {
	ULONG Size;
	PFN_WDF_DEVICE_FILE_CREATE EvtDeviceFileCreate;
	PFN_WDF_FILE_CLOSE EvtFileClose;
	PFN_WDF_FILE_CLEANUP EvtFileCleanup;
	WDF_TRI_STATE AutoForwardCleanupClose;
	WDF_FILEOBJECT_CLASS FileObjectClass;
} WDF_FILEOBJECT_CONFIG, *PWDF_FILEOBJECT_CONFIG;
typedef struct _WDF_IO_QUEUE_CONFIG {
	ULONG Size;
	WDF_IO_QUEUE_DISPATCH_TYPE DispatchType;
	WDF_TRI_STATE PowerManaged;
	BOOLEAN AllowZeroLengthRequests, DefaultQueue;
	PFN_WDF_IO_QUEUE_IO_DEFAULT EvtIoDefault;
	PFN_WDF_IO_QUEUE_IO_READ EvtIoRead;
	PFN_WDF_IO_QUEUE_IO_WRITE EvtIoWrite;
	PFN_WDF_IO_QUEUE_IO_DEVICE_CONTROL EvtIoDeviceControl;
	PFN_WDF_IO_QUEUE_IO_INTERNAL_DEVICE_CONTROL EvtIoInternalDeviceControl;
	PFN_WDF_IO_QUEUE_IO_STOP EvtIoStop;
	PFN_WDF_IO_QUEUE_IO_RESUME EvtIoResume;
	PFN_WDF_IO_QUEUE_IO_CANCELED_ON_QUEUE EvtIoCanceledOnQueue;
	struct { struct { ULONG NumberOfPresentedRequests; } Parallel; } Settings;
	WDFDRIVER Driver;
} WDF_IO_QUEUE_CONFIG, *PWDF_IO_QUEUE_CONFIG;
typedef struct _WDF_TIMER_CONFIG { ULONG Size; PFN_WDF_TIMER EvtTimerFunc; ULONG Period; BOOLEAN AutomaticSerialization; ULONG TolerableDelay; BOOLEAN UseHighResolutionTimer; } WDF_TIMER_CONFIG, *PWDF_TIMER_CONFIG;
typedef struct _WDF_WORKITEM_CONFIG { ULONG Size; PFN_WDF_WORKITEM EvtWorkItemFunc; BOOLEAN AutomaticSerialization; } WDF_WORKITEM_CONFIG, *PWDF_WORKITEM_CONFIG;
typedef struct _WDF_DPC_CONFIG { ULONG Size; PFN_WDF_DPC EvtDpcFunc; BOOLEAN AutomaticSerialization; } WDF_DPC_CONFIG, *PWDF_DPC_CONFIG;
typedef struct _WDF_INTERRUPT_CONFIG {
	ULONG Size;
	WDFSPINLOCK SpinLock;
	BOOLEAN FloatingSave, AutomaticSerialization, PassiveHandling;
	PFN_WDF_INTERRUPT_ISR EvtInterruptIsr;
	PFN_WDF_INTERRUPT_DPC EvtInterruptDpc;
	PFN_WDF_INTERRUPT_ENABLE EvtInterruptEnable;
	PFN_WDF_INTERRUPT_ENABLE EvtInterruptDisable;
	PCM_PARTIAL_RESOURCE_DESCRIPTOR InterruptRaw, InterruptTranslated;
	WDFWAITLOCK WaitLock;
} WDF_INTERRUPT_CONFIG, *PWDF_INTERRUPT_CONFIG;
typedef struct _WDF_DEVICE_PNP_CAPABILITIES {
	ULONG Size;
	WDF_TRI_STATE LockSupported, EjectSupported, Removable, DockDevice, UniqueID, SilentInstall, SurpriseRemovalOK, HardwareDisabled, NoDisplayInUI;
	ULONG Address, UINumber;
} WDF_DEVICE_PNP_CAPABILITIES, *PWDF_DEVICE_PNP_CAPABILITIES;
typedef struct _WDF_DEVICE_STATE { ULONG Size; WDF_TRI_STATE Disabled, DontDisplayInUI, Failed, NotDisableable, Removed, ResourcesChanged; } WDF_DEVICE_STATE, *PWDF_DEVICE_STATE;
typedef struct _WDF_DEVICE_POWER_POLICY_IDLE_SETTINGS {
	ULONG Size;
	WDF_POWER_POLICY_S0_IDLE_CAPABILITIES IdleCaps;
	DEVICE_POWER_STATE DxState;
	ULONG IdleTimeout;
	int UserControlOfIdleSettings;
	WDF_TRI_STATE Enabled, PowerUpIdleDeviceOnSystemWake;
	int IdleTimeoutType;
} WDF_DEVICE_POWER_POLICY_IDLE_SETTINGS, *PWDF_DEVICE_POWER_POLICY_IDLE_SETTINGS;
typedef struct _WDF_DEVICE_POWER_POLICY_WAKE_SETTINGS { ULONG Size; DEVICE_POWER_STATE DxState; int UserControlOfWakeSettings; WDF_TRI_STATE Enabled; } WDF_DEVICE_POWER_POLICY_WAKE_SETTINGS, *PWDF_DEVICE_POWER_POLICY_WAKE_SETTINGS;
typedef struct _WDF_DEVICE_POWER_CAPABILITIES { ULONG Size; WDF_TRI_STATE DeviceD1, DeviceD2, WakeFromD0, WakeFromD1, WakeFromD2, WakeFromD3; DEVICE_POWER_STATE DeviceState[8], DeviceWake; } WDF_DEVICE_POWER_CAPABILITIES, *PWDF_DEVICE_POWER_CAPABILITIES;
typedef struct _WDF_REQUEST_PARAMETERS {
	USHORT Size;
	UCHAR MinorFunction;
	WDF_REQUEST_TYPE Type;
	struct {
		struct { size_t Length; ULONG Key; LONGLONG DeviceOffset; } Read, Write;
		struct { size_t OutputBufferLength, InputBufferLength; ULONG IoControlCode; PVOID Type3InputBuffer; } DeviceIoControl;
		struct { PVOID Arg1, Arg2; ULONG IoControlCode; PVOID Arg4; } Others;
		struct { PIO_SECURITY_CONTEXT SecurityContext; ULONG Options; USHORT FileAttributes, ShareAccess; ULONG EaLength; } Create;
	} Parameters;
} WDF_REQUEST_PARAMETERS, *PWDF_REQUEST_PARAMETERS;
typedef struct _WDF_USB_REQUEST_COMPLETION_PARAMS *PWDF_USB_REQUEST_COMPLETION_PARAMS;
struct _WDF_REQUEST_COMPLETION_PARAMS {
	ULONG Size;
	WDF_REQUEST_TYPE Type;
	IO_STATUS_BLOCK IoStatus;
	struct {
		struct { WDFMEMORY Buffer; size_t Length, Offset; } Write, Read;
		struct { ULONG IoControlCode; struct { WDFMEMORY Buffer; size_t Offset; } Input; struct { WDFMEMORY Buffer; size_t Offset, Length; } Output; } Ioctl;
		struct { PVOID Argument1, Argument2, Argument3, Argument4; } Others;
		struct { PWDF_USB_REQUEST_COMPLETION_PARAMS Completion; } Usb;
	} Parameters;
};
typedef struct _WDF_REQUEST_SEND_OPTIONS { ULONG Size, Flags; LONGLONG Timeout; } WDF_REQUEST_SEND_OPTIONS, *PWDF_REQUEST_SEND_OPTIONS;
#define WDF_REQUEST_SEND_OPTION_TIMEOUT 1
#define WDF_REQUEST_SEND_OPTION_SYNCHRONOUS 2
#define WDF_REQUEST_SEND_OPTION_IGNORE_TARGET_STATE 4
#define WDF_REQUEST_SEND_OPTION_SEND_AND_FORGET 8
typedef struct _WDF_REQUEST_FORWARD_OPTIONS { ULONG Size, Flags; } WDF_REQUEST_FORWARD_OPTIONS, *PWDF_REQUEST_FORWARD_OPTIONS;
typedef struct _WDF_REQUEST_REUSE_PARAMS { ULONG Size, Flags; NTSTATUS Status; PIRP NewIrp; } WDF_REQUEST_REUSE_PARAMS, *PWDF_REQUEST_REUSE_PARAMS;
#define WDF_REQUEST_REUSE_NO_FLAGS 0
#define WDF_REQUEST_REUSE_SET_NEW_IRP 1
typedef struct _WDFMEMORY_OFFSET { size_t BufferOffset, BufferLength; } WDFMEMORY_OFFSET, *PWDFMEMORY_OFFSET;
typedef struct _WDF_MEMORY_DESCRIPTOR {
	WDF_MEMORY_DESCRIPTOR_TYPE Type;
	struct { struct { PVOID Buffer; ULONG Length; } BufferType; struct { PMDL Mdl; ULONG BufferLength; } MdlType; struct { WDFMEMORY Memory; PWDFMEMORY_OFFSET Offsets; } HandleType; } u;
} WDF_MEMORY_DESCRIPTOR, *PWDF_MEMORY_DESCRIPTOR;
typedef struct _WDF_IO_TARGET_OPEN_PARAMS {
	ULONG Size;
	int Type;
	PFN_WDF_IO_TARGET_QUERY_REMOVE EvtIoTargetQueryRemove;
	PFN_WDF_IO_TARGET_REMOVE_CANCELED EvtIoTargetRemoveCanceled;
	PFN_WDF_IO_TARGET_REMOVE_COMPLETE EvtIoTargetRemoveComplete;
	PDEVICE_OBJECT TargetDeviceObject;
	PFILE_OBJECT TargetFileObject;
	UNICODE_STRING TargetDeviceName;
	ACCESS_MASK DesiredAccess;
	ULONG ShareAccess, FileAttributes, CreateDisposition, CreateOptions;
} WDF_IO_TARGET_OPEN_PARAMS, *PWDF_IO_TARGET_OPEN_PARAMS;

/* ---- objects: what the harness keeps behind handles */
/* Pointers to objects of several kinds come together: parents, handles of any object, what a driver keeps in a buffer. Members of one kind then lie where another kind has none, so that none is taken for another: each kind
   begins its own where the one before it ends, and all of them behind a device object of the kernel. */
struct heddle_object {
	UCHAR HeddleApart[sizeof(DEVICE_OBJECT)];
	PVOID Context;
	WDFDEVICE Device;
	PFN_WDF_OBJECT_CONTEXT_CLEANUP Cleanup;
	PFN_WDF_OBJECT_CONTEXT_DESTROY Destroy;
	PVOID Lock; /* what callbacks of the object hold; null: nothing */
	LONG Passive;
	LONG References, Deleted;
};
#define HEDDLE_BEHIND(kind) struct heddle_object Head; UCHAR HeddleApart[sizeof(struct kind) - sizeof(struct heddle_object)]
struct WDFREQUEST__ {
	struct heddle_object Head;
	WDF_REQUEST_TYPE Type;
	size_t InputLength, OutputLength;
	ULONG Code;
	PVOID Buffer;
	WDFMEMORY Memory;
	PMDL Mdl;
	WDFFILEOBJECT File;
	WDFQUEUE Queue;
	NTSTATUS Status;
	ULONG_PTR Information;
	PFN_WDF_REQUEST_CANCEL Cancel;
	BOOLEAN Cancelled, Own;
	PFN_WDF_REQUEST_COMPLETION_ROUTINE Completion;
	WDFCONTEXT CompletionContext;
	WDF_REQUEST_COMPLETION_PARAMS Params;
	struct _WDF_USB_REQUEST_COMPLETION_PARAMS *Usb;
	WDFREQUEST Next;
	struct heddle_wdf_request *Heddle;
	PIRP Irp;
};
struct heddle_wdf_request { LONG Completed, Counted; NTSTATUS Status; };
struct WDFMEMORY__ { HEDDLE_BEHIND(WDFREQUEST__); PVOID Buffer; size_t Length; };
struct WDFFILEOBJECT__ { HEDDLE_BEHIND(WDFMEMORY__); UNICODE_STRING Name; LONG Requests, Closed; PFILE_OBJECT File; };
struct WDFQUEUE__ { HEDDLE_BEHIND(WDFFILEOBJECT__); WDF_IO_QUEUE_CONFIG Config; LONG Busy, Stopped, Held; WDFREQUEST First; PFN_WDF_IO_QUEUE_STATE Ready; WDFCONTEXT ReadyContext; };
struct WDFIOTARGET__ { HEDDLE_BEHIND(WDFQUEUE__); WDF_IO_TARGET_STATE State; PDEVICE_OBJECT Target; PFILE_OBJECT File; };
struct WDFTIMER__ { HEDDLE_BEHIND(WDFIOTARGET__); WDF_TIMER_CONFIG Config; struct heddle_object *Parent; ULONG Armed; LONG Running; };
struct WDFWORKITEM__ { HEDDLE_BEHIND(WDFTIMER__); WDF_WORKITEM_CONFIG Config; struct heddle_object *Parent; LONG Queued, Running; };
struct WDFDPC__ { HEDDLE_BEHIND(WDFWORKITEM__); WDF_DPC_CONFIG Config; struct heddle_object *Parent; LONG Queued, Running; };
struct WDFINTERRUPT__ { HEDDLE_BEHIND(WDFDPC__); WDF_INTERRUPT_CONFIG Config; LONG Queued; PVOID DpcLock; };
struct WDFSPINLOCK__ { HEDDLE_BEHIND(WDFINTERRUPT__); KSPIN_LOCK Lock; KIRQL Irql; };
struct WDFWAITLOCK__ { HEDDLE_BEHIND(WDFSPINLOCK__); KSPIN_LOCK Lock; };
struct WDFCOLLECTION__ { HEDDLE_BEHIND(WDFWAITLOCK__); LONG Count; WDFOBJECT Item[4]; };
struct WDFKEY__ { struct heddle_object Head; };
struct WDFSTRING__ { HEDDLE_BEHIND(WDFCOLLECTION__); UNICODE_STRING String; };
struct WDFLOOKASIDE__ { HEDDLE_BEHIND(WDFSTRING__); size_t Size; };
struct WDFCMRESLIST__ { struct heddle_object Head; };
struct WDFUSBDEVICE__ { HEDDLE_BEHIND(WDFLOOKASIDE__); WDFIOTARGET Target; struct WDFUSBINTERFACE__ *Interface; };
struct WDFUSBINTERFACE__ { HEDDLE_BEHIND(WDFUSBDEVICE__); struct WDFUSBPIPE__ *Pipe[4]; };
struct WDFUSBPIPE__ { HEDDLE_BEHIND(WDFUSBINTERFACE__); WDFIOTARGET Target; };
struct WDFDEVICE__ { HEDDLE_BEHIND(WDFUSBPIPE__); PDEVICE_OBJECT Device, Pdo; WDFDRIVER Driver; WDFQUEUE Default, Reads, Writes, Controls, Internals; WDFIOTARGET Target; WDF_PNPPOWER_EVENT_CALLBACKS Pnp; WDF_FILEOBJECT_CONFIG Files; size_t FileContext, RequestContext; LONG Scope, Disposed, Callbacks; PVOID FileLock; };
struct WDFDRIVER__ { HEDDLE_BEHIND(WDFDEVICE__); PDRIVER_OBJECT Driver; WDF_DRIVER_CONFIG Config; LONG Scope; };
struct WDFDMAENABLER__ { HEDDLE_BEHIND(WDFDRIVER__); LONG Unused; };
struct WDFDMATRANSACTION__ { HEDDLE_BEHIND(WDFDMAENABLER__); WDFREQUEST Request; PFN_WDF_PROGRAM_DMA Program; WDF_DMA_DIRECTION Direction; WDFCONTEXT Program_context; };
struct WDFDEVICE_INIT { WDFDEVICE Created; WDFDRIVER Driver; PDEVICE_OBJECT Pdo; WDF_PNPPOWER_EVENT_CALLBACKS Pnp; WDF_FILEOBJECT_CONFIG Files; PCWDF_OBJECT_CONTEXT_TYPE_INFO FileType, RequestType; size_t FileContext, RequestContext; LONG FileScope; BOOLEAN Child; };
#endif
