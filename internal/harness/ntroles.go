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
	"DriverEntry":                      {What: "DriverEntry", Context: atPassive, Life: true},
	"_DRIVER_EXTENSION.AddDevice":      {What: "add device", Context: atPassive, Life: true},
	"_DRIVER_OBJECT.DriverUnload":      {What: "unload", Context: atPassive, Life: true},
	"_DRIVER_OBJECT.DriverStartIo":     {What: "start I/O", Context: atDispatch},
	"IoSetCompletionRoutine.2":         {What: "completion routine", Context: atDispatch},
	"IoSetCompletionRoutineEx.3":       {What: "completion routine", Context: atDispatch},
	"IoSetCancelRoutine.2":             {What: "cancel routine", Context: atDispatch},
	"IoStartPacket.4":                  {What: "cancel routine", Context: atDispatch},
	"KeInitializeDpc.2":                {What: "DPC", Context: atDispatch},
	"KeInitializeThreadedDpc.2":        {What: "DPC", Context: atDispatch},
	"IoInitializeDpcRequest.2":         {What: "DPC for an interrupt", Context: atDispatch},
	"IoInitializeTimer.2":              {What: "device timer", Context: atDispatch},
	"IoQueueWorkItem.2":                {What: "work item", Context: atPassive},
	"IoQueueWorkItemEx.2":              {What: "extended work item", Context: atPassive},
	"_WORK_QUEUE_ITEM.WorkerRoutine":   {What: "worker routine", Context: atPassive},
	"PsCreateSystemThread.6":           {What: "system thread", Context: atPassive},
	"IoConnectInterrupt.2":             {What: "interrupt", Context: atDevice},
	"KeSynchronizeExecution.2":         {What: "synchronized with an interrupt", Context: There},
	"IoRegisterPlugPlayNotification.5": {What: "notification", Context: atPassive},
	"IoWMISetNotificationCallback.2":   {What: "WMI notification", Context: atPassive},
	"PoRequestPowerIrp.4":              {What: "power completion", Context: atDispatch},
	"IoCsqInitialize.2":                {What: "insertion into a queue", Context: There},
	"IoCsqInitialize.3":                {What: "removal from a queue", Context: There},
	"IoCsqInitialize.4":                {What: "look at a queue", Context: There},
	"IoCsqInitialize.5":                {What: "lock of a queue", Context: There},
	"IoCsqInitialize.6":                {What: "unlock of a queue", Context: There},
	"IoCsqInitialize.7":                {What: "completion of cancelled requests", Context: atPassive},
	"IoCsqInitializeEx.2":              {What: "insertion with context", Context: There},
	"IoCsqInitializeEx.3":              {What: "removal from a queue", Context: There},
	"IoCsqInitializeEx.4":              {What: "look at a queue", Context: There},
	"IoCsqInitializeEx.5":              {What: "lock of a queue", Context: There},
	"IoCsqInitializeEx.6":              {What: "unlock of a queue", Context: There},
	"IoCsqInitializeEx.7":              {What: "completion of cancelled requests", Context: atPassive},
}

// NT says what a function is for that a Windows driver stores in a member of a struct, or hands to a function as an argument, or that is DriverEntry. Not ok: it is none of the places known.
func NT(place string) (Role, bool) {
	if strings.HasPrefix(place, majorTable+"[") {
		return Role{What: dispatchRole, Context: atPassive}, true
	}
	r, ok := ntPlaces[place]
	return r, ok
}

// Say writes a place for people: requests by their names.
func Say(place string) string {
	rest, ok := strings.CutPrefix(place, majorTable+"[")
	if k, err := strconv.Atoi(strings.TrimSuffix(rest, "]")); ok && err == nil && k < len(majors) {
		return "MajorFunction[" + majors[k] + "]"
	}
	return place
}
