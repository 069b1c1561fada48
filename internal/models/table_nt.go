package models

// The Windows kernel. What has the kernel call the driver is in the harness (internal/harness/nt).

const (
	nLocks     = "Windows locks and waits"
	nMemory    = "Windows memory and lists"
	nStrings   = "Windows strings"
	nDevices   = "Windows devices and requests"
	nFramework = "Windows driver framework"
	nOther     = "Windows"
	wLines     = "Windows functions without a body"
)

// windowsShared are the functions of the C library that drivers have, too.
const windowsShared = linuxShared + ` snprintf sprintf vsnprintf vsprintf qsort rand srand abs labs atoi wcslen wcscpy wcsncpy wcscmp wcschr wcscat`

var windowsSections = []section{
	{nLocks, KindStub, "windows/sync.c", join(
		each("the level of the thread; it keeps nobody else away", "KeGetCurrentIrql KeRaiseIrql KfRaiseIrql KeRaiseIrqlToDpcLevel KeLowerIrql KfLowerIrql"),
		each("a new lock", "KeInitializeSpinLock ExInitializeFastMutex KeInitializeGuardedMutex ExInitializeResourceLite ExInitializePushLock"),
		each("acquires exclusively", "KeAcquireSpinLock KeAcquireSpinLockRaiseToDpc KfAcquireSpinLock KeAcquireSpinLockForDpc KeAcquireSpinLockAtDpcLevel KeAcquireInStackQueuedSpinLock KeAcquireInStackQueuedSpinLockAtDpcLevel "+
			"IoAcquireCancelSpinLock ExAcquireSpinLockExclusive ExAcquireFastMutex ExAcquireFastMutexUnsafe KeAcquireGuardedMutex ExAcquirePushLockExclusive"),
		each("acquires exclusively, once more if the thread has it; at once or not at all if it may not wait", "ExAcquireResourceExclusiveLite"),
		each("acquires shared", "ExAcquireSpinLockShared ExAcquirePushLockShared ExAcquireResourceSharedLite"),
		each("TRUE if it acquired, FALSE at once otherwise", "KeTryToAcquireSpinLockAtDpcLevel ExTryToAcquireFastMutex KeTryToAcquireGuardedMutex"),
		each("releases what the thread holds", "KeReleaseSpinLock KfReleaseSpinLock KeReleaseSpinLockForDpc KeReleaseSpinLockFromDpcLevel KeReleaseInStackQueuedSpinLock KeReleaseInStackQueuedSpinLockFromDpcLevel IoReleaseCancelSpinLock "+
			"ExReleaseSpinLockShared ExReleaseSpinLockExclusive ExReleaseFastMutex ExReleaseFastMutexUnsafe KeReleaseGuardedMutex ExReleaseResourceLite ExReleasePushLockExclusive ExReleasePushLockShared"),
		each("nothing", "ExDeleteResourceLite"),
		each("a new event, semaphore, mutex or timer", "KeInitializeEvent KeInitializeSemaphore KeInitializeMutex KeInitializeTimer KeInitializeTimerEx"),
		each("changes its state in one step", "KeSetEvent KeResetEvent KeClearEvent KePulseEvent KeReleaseSemaphore KeReleaseMutex"),
		each("its state", "KeReadStateEvent KeReadStateSemaphore KeReadStateTimer"),
		each("arbitrary", "KeReadStateMutex"),
		each("waits until the object is signalled and takes what its type says; may give up if it has a time, or is alerted; waiting at raised level is a failed assertion", "KeWaitForSingleObject KeWaitForMutexObject"),
		each("the same for any of several, or for all of them, one after another", "KeWaitForMultipleObjects"),
		each("time passes; at raised level a failed assertion", "KeDelayExecutionThread"),
		each("a count that excludes nobody but the one who waits for its end", "IoInitializeRemoveLock IoAcquireRemoveLock IoReleaseRemoveLock ExInitializeRundownProtection ExAcquireRundownProtection ExReleaseRundownProtection"),
		each("lets nobody in any more, and waits until nobody is", "IoReleaseRemoveLockAndWait ExWaitForRundownProtectionRelease"),
		each("for the harness", "__heddle_nt_level __heddle_nt_begin __heddle_nt_signal __heddle_nt_until"),
	)},
	{nMemory, KindStub, "windows/memory.c", join(
		each("for the harness: a plain write of the driver's memory", "__heddle_nt_give __heddle_nt_tell"),
		each("a new object, or null", "ExAllocatePool ExAllocatePoolWithTag ExAllocatePoolWithQuotaTag ExAllocatePoolUninitialized ExAllocatePoolQuotaUninitialized ExAllocateFromNPagedLookasideList ExAllocateFromPagedLookasideList"),
		each("a new object of zeros, or null", "ExAllocatePoolZero ExAllocatePoolQuotaZero ExAllocatePool2"),
		each("a plain write of the whole object; null does nothing", "ExFreePool ExFreePoolWithTag ExFreeToNPagedLookasideList ExFreeToPagedLookasideList IoFreeMdl"),
		each("a kind of objects; functions that allocate and free are not called", "ExInitializeNPagedLookasideList ExInitializePagedLookasideList ExDeleteNPagedLookasideList ExDeletePagedLookasideList"),
		each("how much is the same", "RtlCompareMemory"),
		each("with the lock held", "ExInterlockedInsertHeadList ExInterlockedInsertTailList ExInterlockedRemoveHeadList ExInterlockedPushEntryList ExInterlockedPopEntryList ExInterlockedAddUlong ExInterlockedAddLargeInteger"),
		each("in one step", "InitializeSListHead InterlockedPushEntrySList InterlockedPopEntrySList InterlockedFlushSList QueryDepthSList"),
		each("describes one buffer, or null", "IoAllocateMdl"),
		each("describes a part of it", "IoBuildPartialMdl"),
		each("nothing", "MmBuildMdlForNonPagedPool MmProbeAndLockPages MmUnlockPages MmUnmapLockedPages"),
		each("the buffer, or null", "MmMapLockedPagesSpecifyCache"),
	)},
	{nStrings, KindStub, "windows/strings.c", join(
		each("the length is arbitrary", "RtlInitUnicodeString RtlInitString RtlInitAnsiString"),
		each("copies what fits", "RtlCopyUnicodeString RtlUnicodeStringCopy"),
		each("arbitrary text, or an error", "RtlAppendUnicodeToString RtlAppendUnicodeStringToString RtlIntegerToUnicodeString RtlAnsiStringToUnicodeString RtlUnicodeStringToAnsiString RtlStringFromGUID RtlUnicodeStringPrintf RtlUnicodeStringCopyString RtlUnicodeStringCat "+
			"RtlStringCchCopyA RtlStringCbCopyA RtlStringCchCatA RtlStringCbCatA RtlStringCchPrintfA RtlStringCbPrintfA RtlStringCbVPrintfA RtlStringCchCopyW RtlStringCbCopyW RtlStringCchCatW RtlStringCbCatW RtlStringCchPrintfW RtlStringCbPrintfW"),
		each("arbitrary, or an error", "RtlUnicodeStringToInteger RtlGUIDFromString RtlStringCchLengthA RtlStringCchLengthW RtlStringCbLengthW"),
		each("arbitrary", "RtlEqualUnicodeString RtlCompareUnicodeString"),
		each("room for the text", "RtlAnsiStringToUnicodeSize"),
		each("frees the text", "RtlFreeUnicodeString RtlFreeAnsiString"),
	)},
	{nDevices, KindStub, "windows/devices.c", join(
		each("a new device with an extension of zeros, or an error", "IoCreateDevice IoCreateDeviceSecure"),
		each("a new entry, or null", "IoAllocateErrorLogEntry"),
		each("frees the device and its extension", "IoDeleteDevice"),
		each("the device below, or null", "IoAttachDeviceToDeviceStack IoAttachDeviceToDeviceStackSafe"),
		each("the stack as it is known", "IoDetachDevice IoGetAttachedDevice IoGetAttachedDeviceReference IoGetRelatedDeviceObject"),
		each("somebody else's device, or an error", "IoGetDeviceObjectPointer"),
		each("a name, or an error", "IoRegisterDeviceInterface"),
		each("arbitrary content, or an error", "IoGetDeviceProperty ZwQueryValueKey RtlQueryRegistryValues"),
		each("a handle, or an error", "IoOpenDeviceRegistryKey ZwOpenKey ZwCreateKey"),
		each("reads; an arbitrary outcome", "ZwSetValueKey"),
		each("the object that the handle stands for", "ObReferenceObjectByHandle"),
		each("the next location of the request has it", "IoSetCompletionRoutine IoSetCompletionRoutineEx"),
		each("a new request, or null", "IoAllocateIrp IoBuildDeviceIoControlRequest IoBuildSynchronousFsdRequest IoBuildAsynchronousFsdRequest"),
		each("frees the request", "IoFreeIrp"),
		each("the request can be sent again", "IoReuseIrp"),
		each("frees the request and its buffer; a second time is a failed assertion", "IofCompleteRequest"),
		each("arbitrary", "KeQuerySystemTime KeQuerySystemTimePrecise KeQueryTickCount ExSystemTimeToLocalTime RtlTimeToTimeFields KeQueryPerformanceCounter PoSetPowerState"),
		each("an object of the thread", "KeGetCurrentThread"),
		each("the machine stops; not an error", "KeBugCheckEx KeBugCheck"),
		each("whether an exception came", "__heddle_raised"),
	)},
	{nFramework, KindStub, "windows/wdf.c", join(
		each("acquires exclusively; a wait lock may give up if it has a time", "WdfSpinLockAcquire WdfWaitLockAcquire"),
		each("releases what the thread holds", "WdfSpinLockRelease WdfWaitLockRelease"),
		each("frees the request, unless there are references, its context and its buffer; a second time is a failed assertion", "WdfRequestComplete WdfRequestCompleteWithInformation WdfRequestCompleteWithPriorityBoost"),
		each("a request with references outlives its completion; its buffer does not", "WdfObjectReferenceActual WdfObjectDereferenceActual"),
		each("what the request has", "WdfRequestSetInformation WdfRequestGetInformation WdfRequestGetStatus WdfRequestWdmGetIrp WdfRequestGetFileObject WdfRequestGetIoQueue WdfRequestGetRequestorMode WdfRequestIsCanceled WdfRequestGetParameters WdfRequestRetrieveInputBuffer WdfRequestRetrieveOutputBuffer WdfRequestRetrieveInputMemory WdfRequestRetrieveOutputMemory WdfRequestRetrieveInputWdmMdl WdfRequestRetrieveOutputWdmMdl WdfRequestReuse WdfRequestStopAcknowledge WdfRequestFormatRequestUsingCurrentType"),
		each("what the object has, or arbitrary, or an error", "WdfIoTargetFormatRequestForRead WdfIoTargetFormatRequestForWrite WdfIoTargetFormatRequestForIoctl WdfIoTargetFormatRequestForInternalIoctl WdfIoTargetFormatRequestForInternalIoctlOthers WdfUsbTargetPipeFormatRequestForRead WdfUsbTargetPipeFormatRequestForWrite WdfUsbTargetPipeFormatRequestForUrb WdfIoTargetGetState WdfIoTargetGetDevice WdfIoTargetWdmGetTargetDeviceObject WdfIoTargetWdmGetTargetPhysicalDevice WdfIoTargetWdmGetTargetFileObject WdfIoTargetWdmGetTargetFileHandle WdfIoTargetStart WdfIoTargetStop WdfIoTargetPurge WdfIoTargetClose WdfIoTargetCloseForQueryRemove WdfIoTargetAllocAndQueryTargetProperty WdfDeviceAllocAndQueryProperty WdfStringGetUnicodeString WdfUsbTargetDeviceCreateUrb WdfUsbTargetDeviceCreateIsochUrb WdfMemoryGetBuffer WdfMemoryCopyToBuffer WdfMemoryCopyFromBuffer WdfCollectionAdd WdfCollectionRemove WdfCollectionGetCount WdfCollectionGetItem WdfCollectionGetFirstItem WdfFileObjectGetFileName WdfFileObjectGetDevice WdfRegistryQueryULong WdfDriverOpenParametersRegistryKey WdfDeviceOpenRegistryKey"),
		each("for the harness", "__heddle_wdf_gone"),
	)},
	{nFramework, KindStub, "windows/usb.c", each("a device with one interface and one pipe, which says anything", "WdfUsbTargetPipeWdmGetPipeHandle WdfUsbTargetDeviceCreate WdfUsbTargetDeviceCreateWithParameters WdfUsbTargetDeviceSelectConfig WdfUsbTargetDeviceGetIoTarget WdfUsbTargetDeviceGetInterface WdfUsbTargetDeviceGetNumInterfaces WdfUsbInterfaceGetNumConfiguredPipes WdfUsbInterfaceGetConfiguredPipe WdfUsbTargetPipeGetInformation WdfUsbTargetPipeGetIoTarget WdfUsbTargetDeviceRetrieveInformation WdfUsbTargetDeviceGetDeviceDescriptor WdfUsbTargetDeviceRetrieveConfigDescriptor WdfUsbTargetDeviceRetrieveCurrentFrameNumber WdfUsbTargetPipeSendUrbSynchronously USBD_CreateHandle USBD_QueryUsbCapability USBD_UrbAllocate USBD_UrbFree USBD_ParseConfigurationDescriptorEx USBD_ParseDescriptors USBD_ValidateConfigurationDescriptor")},
	{nFramework, KindHavoc, "", each("nothing that the driver sees; an arbitrary outcome",
		"WdfDeviceCreateDeviceInterface WdfDeviceCreateSymbolicLink WdfDeviceInitSetIoType WdfDeviceInitSetDeviceType WdfDeviceInitSetExclusive WdfDeviceInitSetCharacteristics WdfDeviceInitSetPowerPolicyOwnership "+
			"WdfDeviceInitAssignName WdfDeviceInitAssignSDDLString WdfFdoInitSetFilter WdfFdoAddStaticChild WdfPdoInitAssignRawDevice WdfPdoInitAssignDeviceID WdfPdoInitAssignInstanceID WdfPdoInitAddHardwareID "+
			"WdfPdoInitAddCompatibleID WdfPdoInitAddDeviceText WdfPdoInitSetDefaultLocale WdfPdoInitAllowForwardingRequestToParent WdfPdoMarkMissing WdfDeviceSetPnpCapabilities WdfDeviceSetPowerCapabilities "+
			"WdfDeviceSetDeviceState WdfDeviceSetFailed WdfDeviceAssignS0IdleSettings WdfDeviceAssignSxWakeSettings WdfDeviceStopIdle WdfDeviceResumeIdle WdfControlFinishInitializing WdfRegistryAssignULong WdfRegistryClose "+
			"WdfUsbTargetDeviceIsConnectedSynchronous WdfUsbTargetDeviceResetPortSynchronously WdfUsbInterfaceGetInterfaceNumber WdfUsbInterfaceGetNumSettings WdfUsbInterfaceSelectSetting WdfUsbTargetPipeIsInEndpoint "+
			"WdfUsbTargetPipeIsOutEndpoint WdfUsbTargetPipeSetNoMaximumPacketSizeCheck WdfUsbTargetPipeAbortSynchronously WdfUsbTargetPipeResetSynchronously USBD_CloseHandle "+
			"WdfDmaEnablerSetMaximumScatterGatherElements WdfDmaTransactionGetBytesTransferred WdfDeviceSetAlignmentRequirement WdfVerifierDbgBreakPoint")},
	{nOther, KindHavoc, "", join(
		each("text for people", "DbgPrint DbgPrintEx vDbgPrintEx"),
		each("time passes", "KeStallExecutionProcessor"),
		each("nothing that the driver sees", "KeEnterCriticalRegion KeLeaveCriticalRegion KeEnterGuardedRegion KeLeaveGuardedRegion ExInitializeDriverRuntime IoCreateUnprotectedSymbolicLink IoSetDeviceInterfaceState IoInvalidateDeviceRelations IoInvalidateDeviceState "+
			"IoRegisterShutdownNotification IoUnregisterShutdownNotification IoRequestDeviceEject IoWriteErrorLogEntry IoFreeErrorLogEntry PoStartNextPowerIrp KeSetImportanceDpc KeSetTargetProcessorDpc ProbeForRead ProbeForWrite "+
			"MmUnmapIoSpace IoWMIRegistrationControl ZwClose RtlWriteRegistryValue RtlDeleteRegistryValue IoWMIWriteEvent ExRaiseStatus ExRaiseAccessViolation KeSetPriorityThread"),
		each("an arbitrary outcome", "IoCreateSymbolicLink IoDeleteSymbolicLink"),
		each("arbitrary", "KeQueryInterruptTime KeQueryTimeIncrement PsGetCurrentProcessId PsGetCurrentThreadId KeGetCurrentProcessorNumber RtlIsNtDdiVersionAvailable IoIsWdmVersionAvailable MmIsAddressValid GetExceptionCode IoWMIDeviceObjectToProviderId "+
			"RtlUpcaseUnicodeChar _stricmp _strnicmp _wcsicmp SeSinglePrivilegeCheck IoGetInitialStack"),
		each("registers, or null", "MmMapIoSpace MmMapIoSpaceEx"),
		each("a device says anything", windowsRegisterRead),
		each("a device hears of it, nobody else", windowsRegisterWritten),
	)},
}

// windowsTable is the kernel's functions, and those of the C library that drivers have.
func windowsTable() []Function {
	return with(withLines(flatten(windowsSections), linesOf("windows", wLines)...), windowsShared)
}
