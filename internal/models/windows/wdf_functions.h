/* The functions of the framework. */
#ifndef HEDDLE_WDF_FUNCTIONS_H
#define HEDDLE_WDF_FUNCTIONS_H

NTSTATUS WdfDriverCreate(PDRIVER_OBJECT DriverObject, PCUNICODE_STRING RegistryPath, PWDF_OBJECT_ATTRIBUTES DriverAttributes, PWDF_DRIVER_CONFIG DriverConfig, WDFDRIVER *Driver);
WDFDRIVER WdfGetDriver(VOID);
PDRIVER_OBJECT WdfDriverWdmGetDriverObject(WDFDRIVER Driver);
NTSTATUS WdfDriverOpenParametersRegistryKey(WDFDRIVER Driver, ACCESS_MASK DesiredAccess, PWDF_OBJECT_ATTRIBUTES KeyAttributes, WDFKEY *Key);
PWSTR WdfDriverGetRegistryPath(WDFDRIVER Driver);
NTSTATUS WdfDeviceCreate(PWDFDEVICE_INIT *DeviceInit, PWDF_OBJECT_ATTRIBUTES DeviceAttributes, WDFDEVICE *Device);
NTSTATUS WdfDeviceCreateDeviceInterface(WDFDEVICE Device, const GUID *InterfaceClassGUID, PCUNICODE_STRING ReferenceString);
NTSTATUS WdfDeviceCreateSymbolicLink(WDFDEVICE Device, PCUNICODE_STRING SymbolicLinkName);
VOID WdfDeviceInitFree(PWDFDEVICE_INIT DeviceInit);
VOID WdfDeviceInitSetPnpPowerEventCallbacks(PWDFDEVICE_INIT DeviceInit, PWDF_PNPPOWER_EVENT_CALLBACKS PnpPowerEventCallbacks);
VOID WdfDeviceInitSetFileObjectConfig(PWDFDEVICE_INIT DeviceInit, PWDF_FILEOBJECT_CONFIG FileObjectConfig, PWDF_OBJECT_ATTRIBUTES FileObjectAttributes);
VOID WdfDeviceInitSetRequestAttributes(PWDFDEVICE_INIT DeviceInit, PWDF_OBJECT_ATTRIBUTES RequestAttributes);
VOID WdfDeviceInitSetIoType(PWDFDEVICE_INIT DeviceInit, WDF_DEVICE_IO_TYPE IoType);
VOID WdfDeviceInitSetDeviceType(PWDFDEVICE_INIT DeviceInit, DEVICE_TYPE DeviceType);
VOID WdfDeviceInitSetExclusive(PWDFDEVICE_INIT DeviceInit, BOOLEAN IsExclusive);
VOID WdfDeviceInitSetCharacteristics(PWDFDEVICE_INIT DeviceInit, ULONG DeviceCharacteristics, BOOLEAN OrInValues);
VOID WdfDeviceInitSetPowerPolicyOwnership(PWDFDEVICE_INIT DeviceInit, BOOLEAN IsPowerPolicyOwner);
NTSTATUS WdfDeviceInitAssignName(PWDFDEVICE_INIT DeviceInit, PCUNICODE_STRING DeviceName);
NTSTATUS WdfDeviceInitAssignSDDLString(PWDFDEVICE_INIT DeviceInit, PCUNICODE_STRING SDDLString);
VOID WdfFdoInitSetFilter(PWDFDEVICE_INIT DeviceInit);
PDEVICE_OBJECT WdfFdoInitWdmGetPhysicalDevice(PWDFDEVICE_INIT DeviceInit);
NTSTATUS WdfFdoAddStaticChild(WDFDEVICE Fdo, WDFDEVICE Child);
VOID WdfFdoLockStaticChildListForIteration(WDFDEVICE Fdo);
VOID WdfFdoUnlockStaticChildListFromIteration(WDFDEVICE Fdo);
PWDFDEVICE_INIT WdfPdoInitAllocate(WDFDEVICE ParentDevice);
NTSTATUS WdfPdoInitAssignRawDevice(PWDFDEVICE_INIT DeviceInit, const GUID *DeviceClassGuid);
NTSTATUS WdfPdoInitAssignDeviceID(PWDFDEVICE_INIT DeviceInit, PCUNICODE_STRING DeviceID);
NTSTATUS WdfPdoInitAssignInstanceID(PWDFDEVICE_INIT DeviceInit, PCUNICODE_STRING InstanceID);
NTSTATUS WdfPdoInitAddHardwareID(PWDFDEVICE_INIT DeviceInit, PCUNICODE_STRING HardwareID);
NTSTATUS WdfPdoInitAddCompatibleID(PWDFDEVICE_INIT DeviceInit, PCUNICODE_STRING CompatibleID);
NTSTATUS WdfPdoInitAddDeviceText(PWDFDEVICE_INIT DeviceInit, PCUNICODE_STRING DeviceDescription, PCUNICODE_STRING DeviceLocation, LCID LocaleId);
VOID WdfPdoInitSetDefaultLocale(PWDFDEVICE_INIT DeviceInit, LCID LocaleId);
VOID WdfPdoInitAllowForwardingRequestToParent(PWDFDEVICE_INIT DeviceInit);
NTSTATUS WdfPdoMarkMissing(WDFDEVICE Device);
WDFDRIVER WdfDeviceGetDriver(WDFDEVICE Device);
WDFIOTARGET WdfDeviceGetIoTarget(WDFDEVICE Device);
WDFQUEUE WdfDeviceGetDefaultQueue(WDFDEVICE Device);
PDEVICE_OBJECT WdfDeviceWdmGetDeviceObject(WDFDEVICE Device);
PDEVICE_OBJECT WdfDeviceWdmGetAttachedDevice(WDFDEVICE Device);
PDEVICE_OBJECT WdfDeviceWdmGetPhysicalDevice(WDFDEVICE Device);
WDFDEVICE WdfWdmDeviceGetWdfDeviceHandle(PDEVICE_OBJECT DeviceObject);
VOID WdfDeviceSetPnpCapabilities(WDFDEVICE Device, PWDF_DEVICE_PNP_CAPABILITIES PnpCapabilities);
VOID WdfDeviceSetPowerCapabilities(WDFDEVICE Device, PWDF_DEVICE_POWER_CAPABILITIES PowerCapabilities);
VOID WdfDeviceSetDeviceState(WDFDEVICE Device, PWDF_DEVICE_STATE DeviceState);
VOID WdfDeviceSetFailed(WDFDEVICE Device, WDF_DEVICE_FAILED_ACTION FailedAction);
NTSTATUS WdfDeviceAssignS0IdleSettings(WDFDEVICE Device, PWDF_DEVICE_POWER_POLICY_IDLE_SETTINGS Settings);
NTSTATUS WdfDeviceAssignSxWakeSettings(WDFDEVICE Device, PWDF_DEVICE_POWER_POLICY_WAKE_SETTINGS Settings);
NTSTATUS WdfDeviceStopIdle(WDFDEVICE Device, BOOLEAN WaitForD0);
VOID WdfDeviceResumeIdle(WDFDEVICE Device);
NTSTATUS WdfDeviceConfigureRequestDispatching(WDFDEVICE Device, WDFQUEUE Queue, WDF_REQUEST_TYPE RequestType);
NTSTATUS WdfDeviceQueryProperty(WDFDEVICE Device, DEVICE_REGISTRY_PROPERTY DeviceProperty, ULONG BufferLength, PVOID PropertyBuffer, PULONG ResultLength);
VOID WdfControlFinishInitializing(WDFDEVICE Device);
PWDFDEVICE_INIT WdfControlDeviceInitAllocate(WDFDRIVER Driver, const UNICODE_STRING *SDDLString);
NTSTATUS WdfIoQueueCreate(WDFDEVICE Device, PWDF_IO_QUEUE_CONFIG Config, PWDF_OBJECT_ATTRIBUTES QueueAttributes, WDFQUEUE *Queue);
WDFDEVICE WdfIoQueueGetDevice(WDFQUEUE Queue);
NTSTATUS WdfIoQueueRetrieveNextRequest(WDFQUEUE Queue, WDFREQUEST *OutRequest);
NTSTATUS WdfIoQueueRetrieveRequestByFileObject(WDFQUEUE Queue, WDFFILEOBJECT FileObject, WDFREQUEST *OutRequest);
NTSTATUS WdfIoQueueReadyNotify(WDFQUEUE Queue, PFN_WDF_IO_QUEUE_STATE QueueReady, WDFCONTEXT Context);
void __heddle_wdf_gone(WDFREQUEST);
VOID WdfIoQueueStart(WDFQUEUE Queue);
VOID WdfIoQueueStop(WDFQUEUE Queue, PFN_WDF_IO_QUEUE_STATE StopComplete, WDFCONTEXT Context);
VOID WdfIoQueueStopSynchronously(WDFQUEUE Queue);
VOID WdfIoQueuePurge(WDFQUEUE Queue, PFN_WDF_IO_QUEUE_STATE PurgeComplete, WDFCONTEXT Context);
VOID WdfIoQueuePurgeSynchronously(WDFQUEUE Queue);
NTSTATUS WdfRequestCreate(PWDF_OBJECT_ATTRIBUTES RequestAttributes, WDFIOTARGET IoTarget, WDFREQUEST *Request);
VOID WdfRequestComplete(WDFREQUEST Request, NTSTATUS Status);
VOID WdfRequestCompleteWithInformation(WDFREQUEST Request, NTSTATUS Status, ULONG_PTR Information);
VOID WdfRequestCompleteWithPriorityBoost(WDFREQUEST Request, NTSTATUS Status, CCHAR PriorityBoost);
VOID WdfRequestSetInformation(WDFREQUEST Request, ULONG_PTR Information);
ULONG_PTR WdfRequestGetInformation(WDFREQUEST Request);
NTSTATUS WdfRequestGetStatus(WDFREQUEST Request);
VOID WdfRequestGetParameters(WDFREQUEST Request, PWDF_REQUEST_PARAMETERS Parameters);
WDFFILEOBJECT WdfRequestGetFileObject(WDFREQUEST Request);
WDFQUEUE WdfRequestGetIoQueue(WDFREQUEST Request);
KPROCESSOR_MODE WdfRequestGetRequestorMode(WDFREQUEST Request);
BOOLEAN WdfRequestIsCanceled(WDFREQUEST Request);
VOID WdfRequestMarkCancelable(WDFREQUEST Request, PFN_WDF_REQUEST_CANCEL EvtRequestCancel);
NTSTATUS WdfRequestMarkCancelableEx(WDFREQUEST Request, PFN_WDF_REQUEST_CANCEL EvtRequestCancel);
NTSTATUS WdfRequestUnmarkCancelable(WDFREQUEST Request);
NTSTATUS WdfRequestRetrieveInputBuffer(WDFREQUEST Request, size_t MinimumRequiredLength, PVOID *Buffer, size_t *Length);
NTSTATUS WdfRequestRetrieveOutputBuffer(WDFREQUEST Request, size_t MinimumRequiredSize, PVOID *Buffer, size_t *Length);
NTSTATUS WdfRequestRetrieveInputMemory(WDFREQUEST Request, WDFMEMORY *Memory);
NTSTATUS WdfRequestRetrieveOutputMemory(WDFREQUEST Request, WDFMEMORY *Memory);
NTSTATUS WdfRequestRetrieveInputWdmMdl(WDFREQUEST Request, PMDL *Mdl);
NTSTATUS WdfRequestRetrieveOutputWdmMdl(WDFREQUEST Request, PMDL *Mdl);
PIRP WdfRequestWdmGetIrp(WDFREQUEST Request);
NTSTATUS WdfRequestForwardToIoQueue(WDFREQUEST Request, WDFQUEUE DestinationQueue);
NTSTATUS WdfRequestForwardToParentDeviceIoQueue(WDFREQUEST Request, WDFQUEUE ParentDeviceQueue, PWDF_REQUEST_FORWARD_OPTIONS ForwardOptions);
NTSTATUS WdfRequestRequeue(WDFREQUEST Request);
VOID WdfRequestStopAcknowledge(WDFREQUEST Request, BOOLEAN Requeue);
VOID WdfRequestSetCompletionRoutine(WDFREQUEST Request, PFN_WDF_REQUEST_COMPLETION_ROUTINE CompletionRoutine, WDFCONTEXT CompletionContext);
BOOLEAN WdfRequestSend(WDFREQUEST Request, WDFIOTARGET Target, PWDF_REQUEST_SEND_OPTIONS Options);
BOOLEAN WdfRequestCancelSentRequest(WDFREQUEST Request);
NTSTATUS WdfRequestReuse(WDFREQUEST Request, PWDF_REQUEST_REUSE_PARAMS ReuseParams);
VOID WdfRequestFormatRequestUsingCurrentType(WDFREQUEST Request);
VOID WdfObjectDelete(WDFOBJECT Object);
VOID WdfObjectReferenceActual(WDFOBJECT Handle, PVOID Tag, LONG Line, PCSTR File);
VOID WdfObjectDereferenceActual(WDFOBJECT Handle, PVOID Tag, LONG Line, PCSTR File);
VOID WdfObjectAcquireLock(WDFOBJECT Object);
VOID WdfObjectReleaseLock(WDFOBJECT Object);
NTSTATUS WdfObjectAllocateContext(WDFOBJECT Handle, PWDF_OBJECT_ATTRIBUTES ContextAttributes, PVOID *Context);
NTSTATUS WdfObjectCreate(PWDF_OBJECT_ATTRIBUTES Attributes, WDFOBJECT *Object);
NTSTATUS WdfSpinLockCreate(PWDF_OBJECT_ATTRIBUTES SpinLockAttributes, WDFSPINLOCK *SpinLock);
VOID WdfSpinLockAcquire(WDFSPINLOCK SpinLock);
VOID WdfSpinLockRelease(WDFSPINLOCK SpinLock);
NTSTATUS WdfWaitLockCreate(PWDF_OBJECT_ATTRIBUTES LockAttributes, WDFWAITLOCK *Lock);
NTSTATUS WdfWaitLockAcquire(WDFWAITLOCK Lock, PLONGLONG Timeout);
VOID WdfWaitLockRelease(WDFWAITLOCK Lock);
NTSTATUS WdfTimerCreate(PWDF_TIMER_CONFIG Config, PWDF_OBJECT_ATTRIBUTES Attributes, WDFTIMER *Timer);
BOOLEAN WdfTimerStart(WDFTIMER Timer, LONGLONG DueTime);
BOOLEAN WdfTimerStop(WDFTIMER Timer, BOOLEAN Wait);
WDFOBJECT WdfTimerGetParentObject(WDFTIMER Timer);
NTSTATUS WdfWorkItemCreate(PWDF_WORKITEM_CONFIG Config, PWDF_OBJECT_ATTRIBUTES Attributes, WDFWORKITEM *WorkItem);
VOID WdfWorkItemEnqueue(WDFWORKITEM WorkItem);
VOID WdfWorkItemFlush(WDFWORKITEM WorkItem);
WDFOBJECT WdfWorkItemGetParentObject(WDFWORKITEM WorkItem);
NTSTATUS WdfDpcCreate(PWDF_DPC_CONFIG Config, PWDF_OBJECT_ATTRIBUTES Attributes, WDFDPC *Dpc);
BOOLEAN WdfDpcEnqueue(WDFDPC Dpc);
BOOLEAN WdfDpcCancel(WDFDPC Dpc, BOOLEAN Wait);
WDFOBJECT WdfDpcGetParentObject(WDFDPC Dpc);
NTSTATUS WdfInterruptCreate(WDFDEVICE Device, PWDF_INTERRUPT_CONFIG Configuration, PWDF_OBJECT_ATTRIBUTES Attributes, WDFINTERRUPT *Interrupt);
BOOLEAN WdfInterruptQueueDpcForIsr(WDFINTERRUPT Interrupt);
VOID WdfInterruptAcquireLock(WDFINTERRUPT Interrupt);
VOID WdfInterruptReleaseLock(WDFINTERRUPT Interrupt);
WDFDEVICE WdfInterruptGetDevice(WDFINTERRUPT Interrupt);
BOOLEAN WdfInterruptSynchronize(WDFINTERRUPT Interrupt, PFN_WDF_INTERRUPT_SYNCHRONIZE Callback, WDFCONTEXT Context);
VOID WdfInterruptGetInfo(WDFINTERRUPT Interrupt, PWDF_INTERRUPT_INFO Info);
NTSTATUS WdfDmaEnablerCreate(WDFDEVICE Device, PWDF_DMA_ENABLER_CONFIG Config, PWDF_OBJECT_ATTRIBUTES Attributes, WDFDMAENABLER *DmaEnablerHandle);
VOID WdfDmaEnablerSetMaximumScatterGatherElements(WDFDMAENABLER DmaEnabler, size_t MaximumFragments);
NTSTATUS WdfDmaTransactionCreate(WDFDMAENABLER DmaEnabler, PWDF_OBJECT_ATTRIBUTES Attributes, WDFDMATRANSACTION *DmaTransaction);
NTSTATUS WdfDmaTransactionInitializeUsingRequest(WDFDMATRANSACTION DmaTransaction, WDFREQUEST Request, PFN_WDF_PROGRAM_DMA EvtProgramDmaFunction, WDF_DMA_DIRECTION DmaDirection);
NTSTATUS WdfDmaTransactionExecute(WDFDMATRANSACTION DmaTransaction, WDFCONTEXT Context);
BOOLEAN WdfDmaTransactionDmaCompleted(WDFDMATRANSACTION DmaTransaction, NTSTATUS *Status);
BOOLEAN WdfDmaTransactionDmaCompletedFinal(WDFDMATRANSACTION DmaTransaction, size_t FinalTransferredLength, NTSTATUS *Status);
size_t WdfDmaTransactionGetBytesTransferred(WDFDMATRANSACTION DmaTransaction);
WDFREQUEST WdfDmaTransactionGetRequest(WDFDMATRANSACTION DmaTransaction);
NTSTATUS WdfCommonBufferCreate(WDFDMAENABLER DmaEnabler, size_t Length, PWDF_OBJECT_ATTRIBUTES Attributes, WDFCOMMONBUFFER *CommonBuffer);
PVOID WdfCommonBufferGetAlignedVirtualAddress(WDFCOMMONBUFFER CommonBuffer);
PHYSICAL_ADDRESS WdfCommonBufferGetAlignedLogicalAddress(WDFCOMMONBUFFER CommonBuffer);
VOID WdfDeviceSetAlignmentRequirement(WDFDEVICE Device, ULONG AlignmentRequirement);
NTSTATUS WdfDeviceAllocAndQueryProperty(WDFDEVICE Device, DEVICE_REGISTRY_PROPERTY DeviceProperty, POOL_TYPE PoolType, PWDF_OBJECT_ATTRIBUTES PropertyMemoryAttributes, WDFMEMORY *PropertyMemory);
NTSTATUS WdfDeviceAssignMofResourceName(WDFDEVICE Device, PCUNICODE_STRING MofResourceName);
BOOLEAN WdfDriverIsVersionAvailable(WDFDRIVER Driver, PWDF_DRIVER_VERSION_AVAILABLE_PARAMS VersionAvailableParams);
NTSTATUS WdfDriverRetrieveVersionString(WDFDRIVER Driver, WDFSTRING String);
NTSTATUS WdfStringCreate(PCUNICODE_STRING UnicodeString, PWDF_OBJECT_ATTRIBUTES StringAttributes, WDFSTRING *String);
VOID WdfStringGetUnicodeString(WDFSTRING String, PUNICODE_STRING UnicodeString);
VOID WdfVerifierDbgBreakPoint(VOID);
NTSTATUS WdfIoTargetSendIoctlSynchronously(WDFIOTARGET IoTarget, WDFREQUEST Request, ULONG IoctlCode, PWDF_MEMORY_DESCRIPTOR InputBuffer, PWDF_MEMORY_DESCRIPTOR OutputBuffer, PWDF_REQUEST_SEND_OPTIONS RequestOptions, PULONG_PTR BytesReturned);
NTSTATUS WdfRegistryQueryUnicodeString(WDFKEY Key, PCUNICODE_STRING ValueName, PUSHORT ValueByteLength, PUNICODE_STRING Value);
NTSTATUS WdfCollectionCreate(PWDF_OBJECT_ATTRIBUTES CollectionAttributes, WDFCOLLECTION *Collection);
NTSTATUS WdfCollectionAdd(WDFCOLLECTION Collection, WDFOBJECT Object);
VOID WdfCollectionRemove(WDFCOLLECTION Collection, WDFOBJECT Item);
ULONG WdfCollectionGetCount(WDFCOLLECTION Collection);
WDFOBJECT WdfCollectionGetItem(WDFCOLLECTION Collection, ULONG Index);
WDFOBJECT WdfCollectionGetFirstItem(WDFCOLLECTION Collection);
NTSTATUS WdfMemoryCreate(PWDF_OBJECT_ATTRIBUTES Attributes, POOL_TYPE PoolType, ULONG PoolTag, size_t BufferSize, WDFMEMORY *Memory, PVOID *Buffer);
NTSTATUS WdfMemoryCreatePreallocated(PWDF_OBJECT_ATTRIBUTES Attributes, PVOID Buffer, size_t BufferSize, WDFMEMORY *Memory);
PVOID WdfMemoryGetBuffer(WDFMEMORY Memory, size_t *BufferSize);
NTSTATUS WdfMemoryCopyToBuffer(WDFMEMORY SourceMemory, size_t SourceOffset, PVOID Buffer, size_t NumBytesToCopyTo);
NTSTATUS WdfMemoryCopyFromBuffer(WDFMEMORY DestinationMemory, size_t DestinationOffset, PVOID Buffer, size_t NumBytesToCopyFrom);
NTSTATUS WdfIoTargetCreate(WDFDEVICE Device, PWDF_OBJECT_ATTRIBUTES IoTargetAttributes, WDFIOTARGET *IoTarget);
NTSTATUS WdfIoTargetOpen(WDFIOTARGET IoTarget, PWDF_IO_TARGET_OPEN_PARAMS OpenParams);
VOID WdfIoTargetClose(WDFIOTARGET IoTarget);
VOID WdfIoTargetCloseForQueryRemove(WDFIOTARGET IoTarget);
NTSTATUS WdfIoTargetStart(WDFIOTARGET IoTarget);
VOID WdfIoTargetStop(WDFIOTARGET IoTarget, WDF_IO_TARGET_SENT_IO_ACTION Action);
VOID WdfIoTargetPurge(WDFIOTARGET IoTarget, WDF_IO_TARGET_PURGE_IO_ACTION Action);
WDF_IO_TARGET_STATE WdfIoTargetGetState(WDFIOTARGET IoTarget);
WDFDEVICE WdfIoTargetGetDevice(WDFIOTARGET IoTarget);
PDEVICE_OBJECT WdfIoTargetWdmGetTargetDeviceObject(WDFIOTARGET IoTarget);
PDEVICE_OBJECT WdfIoTargetWdmGetTargetPhysicalDevice(WDFIOTARGET IoTarget);
PFILE_OBJECT WdfIoTargetWdmGetTargetFileObject(WDFIOTARGET IoTarget);
HANDLE WdfIoTargetWdmGetTargetFileHandle(WDFIOTARGET IoTarget);
NTSTATUS WdfIoTargetAllocAndQueryTargetProperty(WDFIOTARGET IoTarget, DEVICE_REGISTRY_PROPERTY DeviceProperty, POOL_TYPE PoolType, PWDF_OBJECT_ATTRIBUTES PropertyMemoryAttributes, WDFMEMORY *PropertyMemory);
NTSTATUS WdfIoTargetFormatRequestForRead(WDFIOTARGET IoTarget, WDFREQUEST Request, WDFMEMORY OutputBuffer, PWDFMEMORY_OFFSET OutputBufferOffset, PLONGLONG DeviceOffset);
NTSTATUS WdfIoTargetFormatRequestForWrite(WDFIOTARGET IoTarget, WDFREQUEST Request, WDFMEMORY InputBuffer, PWDFMEMORY_OFFSET InputBufferOffset, PLONGLONG DeviceOffset);
NTSTATUS WdfIoTargetFormatRequestForIoctl(WDFIOTARGET IoTarget, WDFREQUEST Request, ULONG Ioctl, WDFMEMORY InputBuffer, PWDFMEMORY_OFFSET InputBufferOffset, WDFMEMORY OutputBuffer, PWDFMEMORY_OFFSET OutputBufferOffset);
NTSTATUS WdfIoTargetFormatRequestForInternalIoctl(WDFIOTARGET IoTarget, WDFREQUEST Request, ULONG Ioctl, WDFMEMORY InputBuffer, PWDFMEMORY_OFFSET InputBufferOffset, WDFMEMORY OutputBuffer, PWDFMEMORY_OFFSET OutputBufferOffset);
NTSTATUS WdfIoTargetFormatRequestForInternalIoctlOthers(WDFIOTARGET IoTarget, WDFREQUEST Request, ULONG Ioctl, WDFMEMORY OtherArg1, PWDFMEMORY_OFFSET OtherArg1Offset, WDFMEMORY OtherArg2, PWDFMEMORY_OFFSET OtherArg2Offset, WDFMEMORY OtherArg4, PWDFMEMORY_OFFSET OtherArg4Offset);
NTSTATUS WdfRegistryQueryULong(WDFKEY Key, PCUNICODE_STRING ValueName, PULONG Value);
NTSTATUS WdfRegistryAssignULong(WDFKEY Key, PCUNICODE_STRING ValueName, ULONG Value);
VOID WdfRegistryClose(WDFKEY Key);
NTSTATUS WdfDeviceOpenRegistryKey(WDFDEVICE Device, ULONG DeviceInstanceKeyType, ACCESS_MASK DesiredAccess, PWDF_OBJECT_ATTRIBUTES KeyAttributes, WDFKEY *Key);
PUNICODE_STRING WdfFileObjectGetFileName(WDFFILEOBJECT FileObject);
WDFDEVICE WdfFileObjectGetDevice(WDFFILEOBJECT FileObject);
PFILE_OBJECT WdfFileObjectWdmGetFileObject(WDFFILEOBJECT FileObject);
ULONG WdfCmResourceListGetCount(WDFCMRESLIST List);
PCM_PARTIAL_RESOURCE_DESCRIPTOR WdfCmResourceListGetDescriptor(WDFCMRESLIST List, ULONG Index);

/* ---- configurations */
FORCEINLINE VOID WDF_OBJECT_ATTRIBUTES_INIT(WDF_OBJECT_ATTRIBUTES *c)
{
	memset(c, 0, sizeof(*c));
	c->Size = sizeof(*c);
	c->ExecutionLevel = WdfExecutionLevelInheritFromParent;
	c->SynchronizationScope = WdfSynchronizationScopeInheritFromParent;
}
#define WDF_OBJECT_ATTRIBUTES_SET_CONTEXT_TYPE(a, type) ((void)((a)->ContextTypeInfo = &heddle_type_##type))
#define WDF_OBJECT_ATTRIBUTES_INIT_CONTEXT_TYPE(a, type) (WDF_OBJECT_ATTRIBUTES_INIT(a), WDF_OBJECT_ATTRIBUTES_SET_CONTEXT_TYPE(a, type))
#define WDF_DECLARE_CONTEXT_TYPE_WITH_NAME(type, name) \
	static const WDF_OBJECT_CONTEXT_TYPE_INFO heddle_type_##type = { sizeof(WDF_OBJECT_CONTEXT_TYPE_INFO), #type, sizeof(type) }; \
	static inline type *name(WDFOBJECT handle) { return (type *)((struct heddle_object *)handle)->Context; }
#define WDF_DECLARE_CONTEXT_TYPE(type) WDF_DECLARE_CONTEXT_TYPE_WITH_NAME(type, WdfObjectGet_##type)
#define WdfObjectReference(o) WdfObjectReferenceActual((o), NULL, 0, NULL)
#define WdfObjectDereference(o) WdfObjectDereferenceActual((o), NULL, 0, NULL)
#define WdfObjectReferenceWithTag(o, t) WdfObjectReference(o)
#define WdfObjectDereferenceWithTag(o, t) WdfObjectDereference(o)
#define WDF_REL_TIMEOUT_IN_SEC(n) (-(LONGLONG)(n) * 10000000)
#define WDF_REL_TIMEOUT_IN_MS(n) (-(LONGLONG)(n) * 10000)
#define WDF_REL_TIMEOUT_IN_US(n) (-(LONGLONG)(n) * 10)
#define WDF_ABS_TIMEOUT_IN_SEC(n) ((LONGLONG)(n) * 10000000)
#define WDF_ABS_TIMEOUT_IN_MS(n) ((LONGLONG)(n) * 10000)
#define WDF_DRIVER_GLOBALS_NAME_LEN 32
FORCEINLINE VOID WDF_DRIVER_CONFIG_INIT(WDF_DRIVER_CONFIG *c, PFN_WDF_DRIVER_DEVICE_ADD add)
{
	memset(c, 0, sizeof(*c));
	c->Size = sizeof(*c);
	c->EvtDriverDeviceAdd = add;
}
FORCEINLINE VOID WDF_PNPPOWER_EVENT_CALLBACKS_INIT(WDF_PNPPOWER_EVENT_CALLBACKS *c)
{
	memset(c, 0, sizeof(*c));
	c->Size = sizeof(*c);
}
FORCEINLINE VOID WDF_FILEOBJECT_CONFIG_INIT(WDF_FILEOBJECT_CONFIG *c, PFN_WDF_DEVICE_FILE_CREATE create, PFN_WDF_FILE_CLOSE close, PFN_WDF_FILE_CLEANUP cleanup)
{
	memset(c, 0, sizeof(*c));
	c->Size = sizeof(*c);
	c->EvtDeviceFileCreate = create;
	c->EvtFileClose = close;
	c->EvtFileCleanup = cleanup;
	c->AutoForwardCleanupClose = WdfUseDefault;
	c->FileObjectClass = WdfFileObjectWdfCanUseFsContext;
}
FORCEINLINE VOID WDF_IO_QUEUE_CONFIG_INIT(WDF_IO_QUEUE_CONFIG *c, WDF_IO_QUEUE_DISPATCH_TYPE type)
{
	memset(c, 0, sizeof(*c));
	c->Size = sizeof(*c);
	c->DispatchType = type;
	c->PowerManaged = WdfUseDefault;
}
FORCEINLINE VOID WDF_IO_QUEUE_CONFIG_INIT_DEFAULT_QUEUE(WDF_IO_QUEUE_CONFIG *c, WDF_IO_QUEUE_DISPATCH_TYPE type)
{
	memset(c, 0, sizeof(*c));
	c->Size = sizeof(*c);
	c->DispatchType = type;
	c->PowerManaged = WdfUseDefault;
	c->DefaultQueue = TRUE;
}
FORCEINLINE VOID WDF_TIMER_CONFIG_INIT(WDF_TIMER_CONFIG *c, PFN_WDF_TIMER f)
{
	memset(c, 0, sizeof(*c));
	c->Size = sizeof(*c);
	c->EvtTimerFunc = f;
	c->AutomaticSerialization = TRUE;
}
FORCEINLINE VOID WDF_TIMER_CONFIG_INIT_PERIODIC(WDF_TIMER_CONFIG *c, PFN_WDF_TIMER f, LONG period)
{
	memset(c, 0, sizeof(*c));
	c->Size = sizeof(*c);
	c->EvtTimerFunc = f;
	c->Period = period;
	c->AutomaticSerialization = TRUE;
}
FORCEINLINE VOID WDF_WORKITEM_CONFIG_INIT(WDF_WORKITEM_CONFIG *c, PFN_WDF_WORKITEM f)
{
	memset(c, 0, sizeof(*c));
	c->Size = sizeof(*c);
	c->EvtWorkItemFunc = f;
	c->AutomaticSerialization = TRUE;
}
FORCEINLINE VOID WDF_DPC_CONFIG_INIT(WDF_DPC_CONFIG *c, PFN_WDF_DPC f)
{
	memset(c, 0, sizeof(*c));
	c->Size = sizeof(*c);
	c->EvtDpcFunc = f;
	c->AutomaticSerialization = TRUE;
}
FORCEINLINE VOID WDF_INTERRUPT_CONFIG_INIT(WDF_INTERRUPT_CONFIG *c, PFN_WDF_INTERRUPT_ISR isr, PFN_WDF_INTERRUPT_DPC dpc)
{
	memset(c, 0, sizeof(*c));
	c->Size = sizeof(*c);
	c->EvtInterruptIsr = isr;
	c->EvtInterruptDpc = dpc;
}
FORCEINLINE VOID WDF_INTERRUPT_INFO_INIT(WDF_INTERRUPT_INFO *c)
{
	memset(c, 0, sizeof(*c));
	c->Size = sizeof(*c);
}
FORCEINLINE VOID WDF_DMA_ENABLER_CONFIG_INIT(WDF_DMA_ENABLER_CONFIG *c, WDF_DMA_PROFILE profile, size_t length)
{
	memset(c, 0, sizeof(*c));
	c->Size = sizeof(*c);
	c->Profile = profile;
	c->MaximumLength = length;
}
FORCEINLINE VOID WDF_DRIVER_VERSION_AVAILABLE_PARAMS_INIT(WDF_DRIVER_VERSION_AVAILABLE_PARAMS *c, ULONG major, ULONG minor)
{
	memset(c, 0, sizeof(*c));
	c->Size = sizeof(*c);
	c->MajorVersion = major;
	c->MinorVersion = minor;
}
FORCEINLINE VOID WDF_DEVICE_PNP_CAPABILITIES_INIT(WDF_DEVICE_PNP_CAPABILITIES *c)
{
	memset(c, 0, sizeof(*c));
	c->Size = sizeof(*c);
}
FORCEINLINE VOID WDF_DEVICE_STATE_INIT(WDF_DEVICE_STATE *c)
{
	memset(c, 0, sizeof(*c));
	c->Size = sizeof(*c);
}
FORCEINLINE VOID WDF_DEVICE_POWER_POLICY_WAKE_SETTINGS_INIT(WDF_DEVICE_POWER_POLICY_WAKE_SETTINGS *c)
{
	memset(c, 0, sizeof(*c));
	c->Size = sizeof(*c);
}
FORCEINLINE VOID WDF_REQUEST_FORWARD_OPTIONS_INIT(WDF_REQUEST_FORWARD_OPTIONS *c)
{
	memset(c, 0, sizeof(*c));
	c->Size = sizeof(*c);
}
FORCEINLINE VOID WDF_DEVICE_POWER_CAPABILITIES_INIT(WDF_DEVICE_POWER_CAPABILITIES *c)
{
	memset(c, 0, sizeof(*c));
	c->Size = sizeof(*c);
}
FORCEINLINE VOID WDF_DEVICE_POWER_POLICY_IDLE_SETTINGS_INIT(WDF_DEVICE_POWER_POLICY_IDLE_SETTINGS *c, WDF_POWER_POLICY_S0_IDLE_CAPABILITIES caps)
{
	memset(c, 0, sizeof(*c));
	c->Size = sizeof(*c);
	c->IdleCaps = caps;
}
FORCEINLINE VOID WDF_REQUEST_PARAMETERS_INIT(WDF_REQUEST_PARAMETERS *c)
{
	memset(c, 0, sizeof(*c));
	c->Size = sizeof(*c);
}
FORCEINLINE VOID WDF_REQUEST_SEND_OPTIONS_INIT(WDF_REQUEST_SEND_OPTIONS *c, ULONG flags)
{
	memset(c, 0, sizeof(*c));
	c->Size = sizeof(*c);
	c->Flags = flags;
}
#define WDF_REQUEST_SEND_OPTIONS_SET_TIMEOUT(o, t) ((o)->Flags |= WDF_REQUEST_SEND_OPTION_TIMEOUT, (void)((o)->Timeout = (t)))
FORCEINLINE VOID WDF_REQUEST_REUSE_PARAMS_INIT(WDF_REQUEST_REUSE_PARAMS *c, ULONG flags, NTSTATUS status)
{
	memset(c, 0, sizeof(*c));
	c->Size = sizeof(*c);
	c->Flags = flags;
	c->Status = status;
}
FORCEINLINE VOID WDF_IO_TARGET_OPEN_PARAMS_INIT_OPEN_BY_NAME(WDF_IO_TARGET_OPEN_PARAMS *c, PCUNICODE_STRING name, ACCESS_MASK access)
{
	memset(c, 0, sizeof(*c));
	c->Size = sizeof(*c);
	c->TargetDeviceName = *name;
	c->DesiredAccess = access;
}
FORCEINLINE VOID WDF_IO_TARGET_OPEN_PARAMS_INIT_REOPEN(WDF_IO_TARGET_OPEN_PARAMS *c)
{
	memset(c, 0, sizeof(*c));
	c->Size = sizeof(*c);
	c->Type = 3;
}
FORCEINLINE VOID WDF_IO_TARGET_OPEN_PARAMS_INIT_EXISTING_DEVICE(WDF_IO_TARGET_OPEN_PARAMS *c, PDEVICE_OBJECT device)
{
	memset(c, 0, sizeof(*c));
	c->Size = sizeof(*c);
	c->TargetDeviceObject = device;
}
#define WDF_MEMORY_DESCRIPTOR_INIT_BUFFER(d, b, n) ((d)->Type = WdfMemoryDescriptorTypeBuffer, (d)->u.BufferType.Buffer = (b), (void)((d)->u.BufferType.Length = (n)))
#define WDF_MEMORY_DESCRIPTOR_INIT_HANDLE(d, m, o) ((d)->Type = WdfMemoryDescriptorTypeHandle, (d)->u.HandleType.Memory = (m), (void)((d)->u.HandleType.Offsets = (o)))
#endif
