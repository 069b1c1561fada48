package harness

import (
	"strconv"
	"strings"
)

// What the places mean at which a Windows driver gives its functions away.

const (
	dispatchRole = "dispatch routine"
	majorTable   = "_DRIVER_OBJECT.MajorFunction"
	// There is where a function runs that is called where it is handed over, and nowhere else.
	There = "its caller"

	atPassive  = "PASSIVE_LEVEL"
	atDispatch = "DISPATCH_LEVEL"
	atDevice   = "device level"
)

// majors are the kinds of requests, by their number.
var majors = []string{
	"IRP_MJ_CREATE", "IRP_MJ_CREATE_NAMED_PIPE", "IRP_MJ_CLOSE", "IRP_MJ_READ", "IRP_MJ_WRITE", "IRP_MJ_QUERY_INFORMATION", "IRP_MJ_SET_INFORMATION", "IRP_MJ_QUERY_EA", "IRP_MJ_SET_EA",
	"IRP_MJ_FLUSH_BUFFERS", "IRP_MJ_QUERY_VOLUME_INFORMATION", "IRP_MJ_SET_VOLUME_INFORMATION", "IRP_MJ_DIRECTORY_CONTROL", "IRP_MJ_FILE_SYSTEM_CONTROL", "IRP_MJ_DEVICE_CONTROL",
	"IRP_MJ_INTERNAL_DEVICE_CONTROL", "IRP_MJ_SHUTDOWN", "IRP_MJ_LOCK_CONTROL", "IRP_MJ_CLEANUP", "IRP_MJ_CREATE_MAILSLOT", "IRP_MJ_QUERY_SECURITY", "IRP_MJ_SET_SECURITY", "IRP_MJ_POWER",
	"IRP_MJ_SYSTEM_CONTROL", "IRP_MJ_DEVICE_CHANGE", "IRP_MJ_QUERY_QUOTA", "IRP_MJ_SET_QUOTA", "IRP_MJ_PNP",
}

// deviceMajors are those that come without a file.
var deviceMajors = []string{"IRP_MJ_PNP", "IRP_MJ_POWER", "IRP_MJ_SYSTEM_CONTROL", "IRP_MJ_INTERNAL_DEVICE_CONTROL", "IRP_MJ_SHUTDOWN"}

// ntPlaces are the places by their key: a member of a struct, or an argument of a function.
var ntPlaces = map[string]Role{
	"DriverEntry":                                                 {What: "DriverEntry", Context: atPassive, Life: true},
	"_DRIVER_EXTENSION.AddDevice":                                 {What: "add device", Context: atPassive, Life: true},
	"_DRIVER_OBJECT.DriverUnload":                                 {What: "unload", Context: atPassive, Life: true},
	"_DRIVER_OBJECT.DriverStartIo":                                {What: "start I/O", Context: atDispatch},
	"IoSetCompletionRoutine.2":                                    {What: "completion routine", Context: atDispatch},
	"IoSetCompletionRoutineEx.3":                                  {What: "completion routine", Context: atDispatch},
	"IoSetCancelRoutine.2":                                        {What: "cancel routine", Context: atDispatch},
	"IoStartPacket.4":                                             {What: "cancel routine", Context: atDispatch},
	"KeInitializeDpc.2":                                           {What: "DPC", Context: atDispatch},
	"KeInitializeThreadedDpc.2":                                   {What: "DPC", Context: atDispatch},
	"_KDPC.DeferredRoutine":                                       {What: "DPC", Context: atDispatch},
	"_IO_STACK_LOCATION.CompletionRoutine":                        {What: "completion routine", Context: atDispatch},
	"IoInitializeDpcRequest.2":                                    {What: "DPC for an interrupt", Context: atDispatch},
	"IoInitializeTimer.2":                                         {What: "device timer", Context: atDispatch},
	"IoQueueWorkItem.2":                                           {What: "work item", Context: atPassive},
	"IoQueueWorkItemEx.2":                                         {What: "extended work item", Context: atPassive},
	"_WORK_QUEUE_ITEM.WorkerRoutine":                              {What: "worker routine", Context: atPassive},
	"PsCreateSystemThread.6":                                      {What: "system thread", Context: atPassive},
	"IoConnectInterrupt.2":                                        {What: "interrupt", Context: atDevice},
	"KeSynchronizeExecution.2":                                    {What: "synchronized with an interrupt", Context: There},
	"IoRegisterPlugPlayNotification.5":                            {What: "notification", Context: atPassive},
	"IoWMISetNotificationCallback.2":                              {What: "WMI notification", Context: atPassive},
	"PoRequestPowerIrp.4":                                         {What: "power completion", Context: atDispatch},
	"IoCsqInitialize.2":                                           {What: "insertion into a queue", Context: There},
	"IoCsqInitialize.3":                                           {What: "removal from a queue", Context: There},
	"IoCsqInitialize.4":                                           {What: "look at a queue", Context: There},
	"IoCsqInitialize.5":                                           {What: "lock of a queue", Context: There},
	"IoCsqInitialize.6":                                           {What: "unlock of a queue", Context: There},
	"IoCsqInitialize.7":                                           {What: "completion of cancelled requests", Context: atPassive},
	"IoCsqInitializeEx.2":                                         {What: "insertion with context", Context: There},
	"IoCsqInitializeEx.3":                                         {What: "removal from a queue", Context: There},
	"IoCsqInitializeEx.4":                                         {What: "look at a queue", Context: There},
	"IoCsqInitializeEx.5":                                         {What: "lock of a queue", Context: There},
	"IoCsqInitializeEx.6":                                         {What: "unlock of a queue", Context: There},
	"WDF_DRIVER_CONFIG_INIT.2":                                    {What: "EvtDriverDeviceAdd", Context: atPassive},
	"_WDF_DRIVER_CONFIG.EvtDriverDeviceAdd":                       {What: "EvtDriverDeviceAdd", Context: atPassive},
	"_WDF_DRIVER_CONFIG.EvtDriverUnload":                          {What: "EvtDriverUnload", Context: atPassive},
	"WDF_FILEOBJECT_CONFIG_INIT.2":                                {What: "EvtDeviceFileCreate", Context: atPassive},
	"WDF_FILEOBJECT_CONFIG_INIT.3":                                {What: "EvtFileClose", Context: atPassive},
	"WDF_FILEOBJECT_CONFIG_INIT.4":                                {What: "EvtFileCleanup", Context: atPassive},
	"WDF_TIMER_CONFIG_INIT.2":                                     {What: "EvtTimerFunc", Context: atDispatch},
	"WDF_TIMER_CONFIG_INIT_PERIODIC.2":                            {What: "EvtTimerFunc", Context: atDispatch},
	"WDF_WORKITEM_CONFIG_INIT.2":                                  {What: "EvtWorkItemFunc", Context: atPassive},
	"WDF_DPC_CONFIG_INIT.2":                                       {What: "EvtDpcFunc", Context: atDispatch},
	"WDF_INTERRUPT_CONFIG_INIT.2":                                 {What: "EvtInterruptIsr", Context: atDevice},
	"WDF_INTERRUPT_CONFIG_INIT.3":                                 {What: "EvtInterruptDpc", Context: atDispatch},
	"WdfRequestMarkCancelable.2":                                  {What: "EvtRequestCancel", Context: atDispatch},
	"WdfRequestMarkCancelableEx.2":                                {What: "EvtRequestCancel", Context: atDispatch},
	"WdfRequestSetCompletionRoutine.2":                            {What: "EvtRequestCompletion", Context: atDispatch},
	"WdfIoQueueReadyNotify.2":                                     {What: "EvtIoQueueState", Context: atDispatch},
	"WdfInterruptSynchronize.2":                                   {What: "EvtInterruptSynchronize", Context: There},
	"WdfDmaTransactionInitializeUsingRequest.3":                   {What: "EvtProgramDma", Context: atDispatch},
	"WdfIoQueueStop.2":                                            {What: "EvtIoQueueState", Context: atDispatch},
	"WdfIoQueuePurge.2":                                           {What: "EvtIoQueueState", Context: atDispatch},
	"_WDF_OBJECT_ATTRIBUTES.EvtCleanupCallback":                   {What: "EvtCleanupCallback", Context: atPassive},
	"_WDF_OBJECT_ATTRIBUTES.EvtDestroyCallback":                   {What: "EvtDestroyCallback", Context: atPassive},
	"_WDF_IO_QUEUE_CONFIG.EvtIoDefault":                           {What: "EvtIoDefault", Context: atDispatch},
	"_WDF_IO_QUEUE_CONFIG.EvtIoRead":                              {What: "EvtIoRead", Context: atDispatch},
	"_WDF_IO_QUEUE_CONFIG.EvtIoWrite":                             {What: "EvtIoWrite", Context: atDispatch},
	"_WDF_IO_QUEUE_CONFIG.EvtIoDeviceControl":                     {What: "EvtIoDeviceControl", Context: atDispatch},
	"_WDF_IO_QUEUE_CONFIG.EvtIoInternalDeviceControl":             {What: "EvtIoInternalDeviceControl", Context: atDispatch},
	"_WDF_IO_QUEUE_CONFIG.EvtIoStop":                              {What: "EvtIoStop", Context: atDispatch},
	"_WDF_IO_QUEUE_CONFIG.EvtIoResume":                            {What: "EvtIoResume", Context: atDispatch},
	"_WDF_IO_QUEUE_CONFIG.EvtIoCanceledOnQueue":                   {What: "EvtIoCanceledOnQueue", Context: atDispatch},
	"_WDF_PNPPOWER_EVENT_CALLBACKS.EvtDeviceD0Entry":              {What: "EvtDeviceD0Entry", Context: atPassive},
	"_WDF_PNPPOWER_EVENT_CALLBACKS.EvtDeviceD0Exit":               {What: "EvtDeviceD0Exit", Context: atPassive},
	"_WDF_PNPPOWER_EVENT_CALLBACKS.EvtDevicePrepareHardware":      {What: "EvtDevicePrepareHardware", Context: atPassive},
	"_WDF_PNPPOWER_EVENT_CALLBACKS.EvtDeviceReleaseHardware":      {What: "EvtDeviceReleaseHardware", Context: atPassive},
	"_WDF_PNPPOWER_EVENT_CALLBACKS.EvtDeviceSelfManagedIoCleanup": {What: "EvtDeviceSelfManagedIoCleanup", Context: atPassive},
	"_WDF_PNPPOWER_EVENT_CALLBACKS.EvtDeviceSelfManagedIoInit":    {What: "EvtDeviceSelfManagedIoInit", Context: atPassive},
	"_WDF_PNPPOWER_EVENT_CALLBACKS.EvtDeviceSelfManagedIoSuspend": {What: "EvtDeviceSelfManagedIoSuspend", Context: atPassive},
	"_WDF_PNPPOWER_EVENT_CALLBACKS.EvtDeviceSurpriseRemoval":      {What: "EvtDeviceSurpriseRemoval", Context: atPassive},
	"_WDF_IO_TARGET_OPEN_PARAMS.EvtIoTargetQueryRemove":           {What: "EvtIoTargetQueryRemove", Context: atPassive},
	"_WDF_IO_TARGET_OPEN_PARAMS.EvtIoTargetRemoveCanceled":        {What: "EvtIoTargetRemoveCanceled", Context: atPassive},
	"_WDF_IO_TARGET_OPEN_PARAMS.EvtIoTargetRemoveComplete":        {What: "EvtIoTargetRemoveComplete", Context: atPassive},
	"_WDF_FILEOBJECT_CONFIG.EvtFileClose":                         {What: "EvtFileClose", Context: atPassive},
	"_WDF_FILEOBJECT_CONFIG.EvtFileCleanup":                       {What: "EvtFileCleanup", Context: atPassive},
	"_WDF_FILEOBJECT_CONFIG.EvtDeviceFileCreate":                  {What: "EvtDeviceFileCreate", Context: atPassive},
	"IoCsqInitializeEx.7":                                         {What: "completion of cancelled requests", Context: atPassive},
}

// NT says what a function is for that a Windows driver stores in a member of a struct, or hands to a function as an argument, or that is DriverEntry. Not ok: it is none of the places known.
func NT(place string) (Role, bool) {
	if strings.HasPrefix(place, majorTable+"[") {
		return Role{What: dispatchRole, Context: atPassive}, true
	}
	r, ok := ntPlaces[place]
	return r, ok
}

// kindOf names the kind of requests whose dispatch routine is given at a place; empty if it is another place, or the kind is not known.
func kindOf(place string) string {
	rest, ok := strings.CutPrefix(place, majorTable+"[")
	if k, err := strconv.Atoi(strings.TrimSuffix(rest, "]")); ok && err == nil && k < len(majors) {
		return majors[k]
	}
	return ""
}

// Say writes a place for people: requests by their names.
func Say(place string) string {
	if kind := kindOf(place); kind != "" {
		return "MajorFunction[" + kind + "]"
	}
	return place
}

// ntTypes are the types of functions by their role, with which the harness declares those of other files.
var ntTypes = map[string]string{
	"dispatch routine":                 "DRIVER_DISPATCH",
	"add device":                       "DRIVER_ADD_DEVICE",
	"unload":                           "DRIVER_UNLOAD",
	"start I/O":                        "DRIVER_STARTIO",
	"completion routine":               "IO_COMPLETION_ROUTINE",
	"cancel routine":                   "DRIVER_CANCEL",
	"DPC":                              "KDEFERRED_ROUTINE",
	"DPC for an interrupt":             "IO_DPC_ROUTINE",
	"device timer":                     "IO_TIMER_ROUTINE",
	"work item":                        "IO_WORKITEM_ROUTINE",
	"extended work item":               "IO_WORKITEM_ROUTINE_EX",
	"worker routine":                   "WORKER_THREAD_ROUTINE",
	"system thread":                    "KSTART_ROUTINE",
	"interrupt":                        "KSERVICE_ROUTINE",
	"synchronized with an interrupt":   "KSYNCHRONIZE_ROUTINE",
	"notification":                     "DRIVER_NOTIFICATION_CALLBACK_ROUTINE",
	"WMI notification":                 "FWMI_NOTIFICATION_CALLBACK",
	"power completion":                 "REQUEST_POWER_COMPLETE",
	"insertion into a queue":           "IO_CSQ_INSERT_IRP",
	"insertion with context":           "IO_CSQ_INSERT_IRP_EX",
	"removal from a queue":             "IO_CSQ_REMOVE_IRP",
	"look at a queue":                  "IO_CSQ_PEEK_NEXT_IRP",
	"lock of a queue":                  "IO_CSQ_ACQUIRE_LOCK",
	"unlock of a queue":                "IO_CSQ_RELEASE_LOCK",
	"completion of cancelled requests": "IO_CSQ_COMPLETE_CANCELED_IRP",
	"EvtDriverDeviceAdd":               "EVT_WDF_DRIVER_DEVICE_ADD",
	"EvtDriverUnload":                  "EVT_WDF_DRIVER_UNLOAD",
	"EvtDeviceFileCreate":              "EVT_WDF_DEVICE_FILE_CREATE",
	"EvtFileClose":                     "EVT_WDF_FILE_CLOSE",
	"EvtFileCleanup":                   "EVT_WDF_FILE_CLEANUP",
	"EvtTimerFunc":                     "EVT_WDF_TIMER",
	"EvtWorkItemFunc":                  "EVT_WDF_WORKITEM",
	"EvtDpcFunc":                       "EVT_WDF_DPC",
	"EvtInterruptIsr":                  "EVT_WDF_INTERRUPT_ISR",
	"EvtInterruptDpc":                  "EVT_WDF_INTERRUPT_DPC",
	"EvtRequestCancel":                 "EVT_WDF_REQUEST_CANCEL",
	"EvtRequestCompletion":             "EVT_WDF_REQUEST_COMPLETION_ROUTINE",
	"EvtIoQueueState":                  "EVT_WDF_IO_QUEUE_STATE",
	"EvtCleanupCallback":               "EVT_WDF_OBJECT_CONTEXT_CLEANUP",
	"EvtDestroyCallback":               "EVT_WDF_OBJECT_CONTEXT_DESTROY",
	"EvtIoDefault":                     "EVT_WDF_IO_QUEUE_IO_DEFAULT",
	"EvtIoRead":                        "EVT_WDF_IO_QUEUE_IO_READ",
	"EvtIoWrite":                       "EVT_WDF_IO_QUEUE_IO_WRITE",
	"EvtIoDeviceControl":               "EVT_WDF_IO_QUEUE_IO_DEVICE_CONTROL",
	"EvtIoInternalDeviceControl":       "EVT_WDF_IO_QUEUE_IO_INTERNAL_DEVICE_CONTROL",
	"EvtDeviceD0Entry":                 "EVT_WDF_DEVICE_D0_ENTRY",
	"EvtDeviceD0Exit":                  "EVT_WDF_DEVICE_D0_EXIT",
	"EvtDevicePrepareHardware":         "EVT_WDF_DEVICE_PREPARE_HARDWARE",
	"EvtDeviceReleaseHardware":         "EVT_WDF_DEVICE_RELEASE_HARDWARE",
	"EvtDeviceSelfManagedIoCleanup":    "EVT_WDF_DEVICE_SELF_MANAGED_IO_CLEANUP",
	"EvtDeviceSelfManagedIoInit":       "EVT_WDF_DEVICE_SELF_MANAGED_IO_INIT",
	"EvtDeviceSelfManagedIoSuspend":    "EVT_WDF_DEVICE_SELF_MANAGED_IO_SUSPEND",
	"EvtIoTargetQueryRemove":           "EVT_WDF_IO_TARGET_QUERY_REMOVE",
	"EvtIoTargetRemoveCanceled":        "EVT_WDF_IO_TARGET_REMOVE_CANCELED",
	"EvtIoTargetRemoveComplete":        "EVT_WDF_IO_TARGET_REMOVE_COMPLETE",
}
