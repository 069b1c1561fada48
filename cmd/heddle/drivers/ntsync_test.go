package drivers

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/cmd/heddle/cli"
	"github.com/heddle-dev/heddle/internal/models"
	"github.com/heddle-dev/heddle/internal/tooltest"
)

// syncTwin is a program about one kind of synchronization, and its broken twin: a thread runs one, another runs two, or broken in its place.
type syncTwin struct {
	name, declare, init string
	one, two, broken    string
}

// locked is a twin about a lock.
func locked(name, declare, init, enter, leave string) syncTwin {
	return syncTwin{name, declare, init, enter + " n++; " + leave, enter + " n--; " + leave, "n--;"}
}

const wait = "KeWaitForSingleObject(&e, Executive, KernelMode, FALSE, NULL);"

// syncTwins are the locks and waits of the kernel. What a driver's harness makes of timers, queues and interrupts is in testdata/windows.
var syncTwins = []syncTwin{
	locked("spin lock", "KSPIN_LOCK l;", "KeInitializeSpinLock(&l);", "KeAcquireSpinLock(&l, &irql);", "KeReleaseSpinLock(&l, irql);"),
	locked("spin lock, level returned", "KSPIN_LOCK l;", "KeInitializeSpinLock(&l);", "irql = KeAcquireSpinLockRaiseToDpc(&l);", "KeReleaseSpinLock(&l, irql);"),
	locked("spin lock, old names", "KSPIN_LOCK l;", "KeInitializeSpinLock(&l);", "irql = KfAcquireSpinLock(&l);", "KfReleaseSpinLock(&l, irql);"),
	locked("spin lock for DPCs", "KSPIN_LOCK l;", "KeInitializeSpinLock(&l);", "irql = KeAcquireSpinLockForDpc(&l);", "KeReleaseSpinLockForDpc(&l, irql);"),
	locked("spin lock at DPC level", "KSPIN_LOCK l;", "KeInitializeSpinLock(&l);", "irql = KeRaiseIrqlToDpcLevel(); KeAcquireSpinLockAtDpcLevel(&l);", "KeReleaseSpinLockFromDpcLevel(&l); KeLowerIrql(irql);"),
	locked("spin lock at once or not", "KSPIN_LOCK l;", "KeInitializeSpinLock(&l);", "KeRaiseIrql(DISPATCH_LEVEL, &irql); if (KeTryToAcquireSpinLockAtDpcLevel(&l)) {", "KeReleaseSpinLockFromDpcLevel(&l); }"),
	locked("queued spin lock", "KSPIN_LOCK l;", "KeInitializeSpinLock(&l);", "KeAcquireInStackQueuedSpinLock(&l, &h);", "KeReleaseInStackQueuedSpinLock(&h);"),
	locked("queued spin lock at DPC level", "KSPIN_LOCK l;", "KeInitializeSpinLock(&l);", "irql = KfRaiseIrql(DISPATCH_LEVEL); KeAcquireInStackQueuedSpinLockAtDpcLevel(&l, &h);", "KeReleaseInStackQueuedSpinLockFromDpcLevel(&h); KfLowerIrql(irql);"),
	locked("cancel spin lock", "", "", "IoAcquireCancelSpinLock(&irql);", "IoReleaseCancelSpinLock(irql);"),
	locked("reader/writer spin lock", "EX_SPIN_LOCK l;", "", "irql = ExAcquireSpinLockExclusive(&l);", "ExReleaseSpinLockExclusive(&l, irql);"),
	{
		"reader/writer spin lock, shared", "EX_SPIN_LOCK l;", "", "irql = ExAcquireSpinLockShared(&l); seen = n; ExReleaseSpinLockShared(&l, irql);",
		"irql = ExAcquireSpinLockExclusive(&l); n--; ExReleaseSpinLockExclusive(&l, irql);", "irql = ExAcquireSpinLockShared(&l); n--; ExReleaseSpinLockShared(&l, irql);",
	},
	locked("fast mutex", "FAST_MUTEX m;", "ExInitializeFastMutex(&m);", "ExAcquireFastMutex(&m);", "ExReleaseFastMutex(&m);"),
	locked("fast mutex in a critical region", "FAST_MUTEX m;", "ExInitializeFastMutex(&m);", "KeEnterCriticalRegion(); ExAcquireFastMutexUnsafe(&m);", "ExReleaseFastMutexUnsafe(&m); KeLeaveCriticalRegion();"),
	locked("fast mutex at once or not", "FAST_MUTEX m;", "ExInitializeFastMutex(&m);", "if (ExTryToAcquireFastMutex(&m)) {", "ExReleaseFastMutex(&m); }"),
	locked("guarded mutex", "KGUARDED_MUTEX m;", "KeInitializeGuardedMutex(&m);", "KeAcquireGuardedMutex(&m);", "KeReleaseGuardedMutex(&m);"),
	locked("guarded mutex at once or not", "KGUARDED_MUTEX m;", "KeInitializeGuardedMutex(&m);", "if (KeTryToAcquireGuardedMutex(&m)) {", "KeReleaseGuardedMutex(&m); }"),
	locked("resource", "ERESOURCE r;", "ExInitializeResourceLite(&r);", "ExAcquireResourceExclusiveLite(&r, TRUE);", "ExReleaseResourceLite(&r);"),
	{
		"resource, shared", "ERESOURCE r;", "ExInitializeResourceLite(&r);", "ExAcquireResourceSharedLite(&r, TRUE); seen = n; ExReleaseResourceLite(&r);",
		"ExAcquireResourceExclusiveLite(&r, TRUE); n--; ExReleaseResourceLite(&r);", "ExAcquireResourceSharedLite(&r, TRUE); n--; ExReleaseResourceLite(&r);",
	},
	locked("push lock", "EX_PUSH_LOCK l;", "ExInitializePushLock(&l);", "ExAcquirePushLockExclusive(&l);", "ExReleasePushLockExclusive(&l);"),
	{
		"push lock, shared", "EX_PUSH_LOCK l;", "ExInitializePushLock(&l);", "ExAcquirePushLockShared(&l); seen = n; ExReleasePushLockShared(&l);",
		"ExAcquirePushLockExclusive(&l); n--; ExReleasePushLockExclusive(&l);", "ExAcquirePushLockShared(&l); n--; ExReleasePushLockShared(&l);",
	},
	locked("mutex", "KMUTEX e;", "KeInitializeMutex(&e, 0);", wait, "KeReleaseMutex(&e, FALSE);"),
	locked("mutex by its own wait", "KMUTEX e;", "KeInitializeMutex(&e, 0);", "KeWaitForMutexObject(&e, Executive, KernelMode, FALSE, NULL);", "KeReleaseMutex(&e, FALSE);"),
	locked("semaphore of one", "KSEMAPHORE e;", "KeInitializeSemaphore(&e, 1, 1);", wait, "KeReleaseSemaphore(&e, 0, 1, FALSE);"),
	locked("event that one may take", "KEVENT e;", "KeInitializeEvent(&e, SynchronizationEvent, TRUE);", wait, "KeSetEvent(&e, 0, FALSE);"),
	{"event that all may pass", "KEVENT e;", "KeInitializeEvent(&e, NotificationEvent, FALSE);", "n++; KeSetEvent(&e, 0, FALSE);", wait + " n--;", "n--;"},
	{"event that is looked at", "KEVENT e;", "KeInitializeEvent(&e, NotificationEvent, FALSE);", "n++; KeSetEvent(&e, 0, FALSE);", "if (KeReadStateEvent(&e)) n--;", "if (!KeReadStateEvent(&e)) n--;"},
	{"event that was reset", "KEVENT e;", "KeInitializeEvent(&e, NotificationEvent, TRUE); KeResetEvent(&e);", "n++; KeSetEvent(&e, 0, FALSE);", wait + " n--;", "KeSetEvent(&e, 0, FALSE); " + wait + " n--;"},
	{"event that was cleared", "KEVENT e;", "KeInitializeEvent(&e, NotificationEvent, TRUE); KeClearEvent(&e);", "n++; KeSetEvent(&e, 0, FALSE);", wait + " n--;", "KeSetEvent(&e, 0, FALSE); " + wait + " n--;"},
	{"event that lets through who waits", "KEVENT e;", "KeInitializeEvent(&e, NotificationEvent, FALSE);", "n++; KePulseEvent(&e, 0, FALSE);", wait + " n--;", "KePulseEvent(&e, 0, FALSE); n--;"},
	{
		"wait that may give up", "KEVENT e;", "KeInitializeEvent(&e, NotificationEvent, FALSE);", "n++; KeSetEvent(&e, 0, FALSE);",
		"t.QuadPart = -10; if (KeWaitForSingleObject(&e, Executive, KernelMode, FALSE, &t) == STATUS_SUCCESS) n--;", "t.QuadPart = -10; KeWaitForSingleObject(&e, Executive, KernelMode, FALSE, &t); n--;",
	},
	{
		"wait that a user may end", "KEVENT e;", "KeInitializeEvent(&e, NotificationEvent, FALSE);", "n++; KeSetEvent(&e, 0, FALSE);",
		"if (KeWaitForSingleObject(&e, UserRequest, UserMode, TRUE, NULL) == STATUS_SUCCESS) n--;", "KeWaitForSingleObject(&e, UserRequest, UserMode, TRUE, NULL); n--;",
	},
	{
		"wait for all of several", "KEVENT e, f;", "KeInitializeEvent(&e, NotificationEvent, TRUE); KeInitializeEvent(&f, NotificationEvent, FALSE);", "n++; KeSetEvent(&f, 0, FALSE);",
		"o[0] = &e; o[1] = &f; KeWaitForMultipleObjects(2, o, WaitAll, Executive, KernelMode, FALSE, NULL, NULL); n--;",
		"o[0] = &e; o[1] = &f; KeWaitForMultipleObjects(2, o, WaitAny, Executive, KernelMode, FALSE, NULL, NULL); n--;",
	},
	{"semaphore that is looked at", "KSEMAPHORE e;", "KeInitializeSemaphore(&e, 0, 5);", "n++; KeReleaseSemaphore(&e, 0, 1, FALSE);", "if (KeReadStateSemaphore(&e) > 0) n--;", "if (KeReadStateSemaphore(&e) == 0) n--;"},
	{"mutex that is looked at", "KMUTEX e;", "KeInitializeMutex(&e, 0);", wait + " n++; KeReleaseMutex(&e, FALSE);", wait + " n--; KeReleaseMutex(&e, FALSE);", "if (KeReadStateMutex(&e) > 0) n--;"},
	{
		"time", "KSPIN_LOCK l;", "KeInitializeSpinLock(&l);", "KeAcquireSpinLock(&l, &irql); n++; KeReleaseSpinLock(&l, irql);", "KeAcquireSpinLock(&l, &irql); n--; KeReleaseSpinLock(&l, irql);",
		"t.QuadPart = -10; KeDelayExecutionThread(KernelMode, FALSE, &t); n--;",
	},
	{
		"level", "KSPIN_LOCK l;", "KeInitializeSpinLock(&l);", "KeAcquireSpinLock(&l, &irql); n++; KeReleaseSpinLock(&l, irql);", "if (KeGetCurrentIrql() == DISPATCH_LEVEL) n--;",
		"KeRaiseIrql(DISPATCH_LEVEL, &irql); if (KeGetCurrentIrql() == DISPATCH_LEVEL) n--;",
	},
	{
		"remove lock", "IO_REMOVE_LOCK l;", "IoInitializeRemoveLock(&l, 0, 0, 0); IoAcquireRemoveLock(&l, 0);", "if (NT_SUCCESS(IoAcquireRemoveLock(&l, 0))) { n++; IoReleaseRemoveLock(&l, 0); }", "IoReleaseRemoveLockAndWait(&l, 0); n--;",
		"n--; IoReleaseRemoveLock(&l, 0);",
	},
	{
		"rundown protection", "EX_RUNDOWN_REF r;", "ExInitializeRundownProtection(&r);", "if (ExAcquireRundownProtection(&r)) { n++; ExReleaseRundownProtection(&r); }", "ExWaitForRundownProtectionRelease(&r); n--;",
		"if (ExAcquireRundownProtection(&r)) { n--; ExReleaseRundownProtection(&r); }",
	},
	{"addition under a lock", "KSPIN_LOCK l; ULONG u;", "KeInitializeSpinLock(&l);", "ExInterlockedAddUlong(&u, 1, &l);", "KeAcquireSpinLock(&l, &irql); u--; KeReleaseSpinLock(&l, irql);", "u--;"},
	{"wide addition under a lock", "KSPIN_LOCK l; LARGE_INTEGER u;", "KeInitializeSpinLock(&l); t.QuadPart = 1;", "t.QuadPart = 1; ExInterlockedAddLargeInteger(&u, t, &l);", "KeAcquireSpinLock(&l, &irql); u.QuadPart--; KeReleaseSpinLock(&l, irql);", "u.QuadPart--;"},
	{"list under a lock", "KSPIN_LOCK l; LIST_ENTRY a, x, y;", "KeInitializeSpinLock(&l); InitializeListHead(&a);", "ExInterlockedInsertHeadList(&a, &x, &l);", "ExInterlockedInsertTailList(&a, &y, &l);", "InsertTailList(&a, &y);"},
	{"removal under a lock", "KSPIN_LOCK l; LIST_ENTRY a, x;", "KeInitializeSpinLock(&l); InitializeListHead(&a); InsertTailList(&a, &x);", "ExInterlockedRemoveHeadList(&a, &l);", "ExInterlockedRemoveHeadList(&a, &l);", "IsListEmpty(&a);"},
	{"single list under a lock", "KSPIN_LOCK l; SINGLE_LIST_ENTRY a, x;", "KeInitializeSpinLock(&l); a.Next = NULL;", "ExInterlockedPushEntryList(&a, &x, &l);", "ExInterlockedPopEntryList(&a, &l);", "PopEntryList(&a);"},
	{"s-list", "SLIST_HEADER a; SLIST_ENTRY x;", "InitializeSListHead(&a);", "n++; InterlockedPushEntrySList(&a, &x);", "if (InterlockedFlushSList(&a)) n--;", "if (!QueryDepthSList(&a)) n--;"},
	{"s-list of one", "SLIST_HEADER a; SLIST_ENTRY x;", "InitializeSListHead(&a);", "n++; InterlockedPushEntrySList(&a, &x);", "if (InterlockedPopEntrySList(&a)) n--;", "InterlockedPopEntrySList(&a); n--;"},
}

func (w syncTwin) program(two string) string {
	const locals = "\tKIRQL irql = 0; KLOCK_QUEUE_HANDLE h; LARGE_INTEGER t; PVOID o[2]; LONG seen;\n\n\t(void)irql; (void)&h; (void)&t; (void)o; (void)seen;\n"
	declare := regexp.MustCompile(`([^;]+);`).ReplaceAllString(w.declare, "static $1;\n")
	return fmt.Sprintf("#include <ntddk.h>\n#include <heddle.h>\n\nstatic LONG n;\n%s\nstatic void One(void)\n{\n%s\t%s\n}\n\nstatic void Two(void)\n{\n%s\t%s\n}\n\nvoid Test(void)\n{\n%s\t%s\n\theddle_async(One);\n\tTwo();\n}\n",
		declare, locals, w.one, locals, two, locals, w.init)
}

// TestNTSync: each kind of synchronization keeps two threads apart, and its broken twin does not.
func TestNTSync(t *testing.T) {
	for _, w := range syncTwins {
		if !tooltest.In(tooltest.Full) && tooltest.Draw(w.name, 16) > 0 {
			continue
		}
		t.Run(w.name, func(t *testing.T) {
			t.Parallel()
			for _, two := range []string{w.two, w.broken} {
				file := filepath.Join(t.TempDir(), "twin.c")
				text := w.program(two)
				if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
					t.Fatal(err)
				}
				var out, errs bytes.Buffer
				code := cli.Main(context.Background(), []string{"check", "--platform", "windows", "--harness", "Test", "--property", "assert,race", "--timeout", "0", file}, &out, &errs)
				if want := map[bool]int{true: cli.ExitSafe, false: cli.ExitBug}[two == w.two]; code != want {
					t.Errorf("exit %d\n%s%s%s", code, text, out.String(), errs.String())
				}
			}
		})
	}
}

// TestNTSyncComplete: every function of the kernel that synchronizes is in one of the twins, or in a driver of testdata/windows.
func TestNTSyncComplete(t *testing.T) {
	var all strings.Builder
	for _, w := range syncTwins {
		fmt.Fprintln(&all, w.init, w.one, w.two, w.broken)
	}
	files, err := filepath.Glob("../../../testdata/windows/*.c")
	if err != nil {
		t.Fatal(err)
	}
	more, err := filepath.Glob("../../../testdata/windows/requests/*.c")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range append(files, more...) {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		all.Write(text)
	}
	used := map[string]bool{}
	for _, name := range regexp.MustCompile(`\w+`).FindAllString(all.String(), -1) {
		used[name] = true
	}
	for _, name := range ntSynchronizing(t) {
		if !used[name] {
			t.Errorf("%s has no twin", name)
		}
	}
}

// ntSynchronizing is the functions of the models, and of the harness, whose meaning is who waits for whom, who excludes whom, and when callbacks run.
func ntSynchronizing(t *testing.T) (names []string) {
	t.Helper()
	for _, f := range models.For("windows").Functions() {
		own := !strings.HasPrefix(f.Name, "__heddle") && f.Name != "ExDeleteResourceLite"
		if own && (f.Group == "Windows locks and waits" || strings.HasPrefix(f.Name, "ExInterlocked") || strings.Contains(f.Name, "SList") || regexp.MustCompile(`^Wdf\w+Lock(Acquire|Release)$`).MatchString(f.Name)) {
			names = append(names, f.Name)
		}
	}
	for _, file := range []string{"wdm.c", "wdf.c"} {
		text, err := os.ReadFile("../../../internal/harness/nt/" + file)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range regexp.MustCompile(`(?m)^@part (\w+)$`).FindAllStringSubmatch(string(text), -1) {
			if regexp.MustCompile(`Lock|Cancel|Timer|Dpc|WorkItem|Interrupt|Csq|Packet|Synchron|Thread|Plug|Flush`).MatchString(m[1]) && !regexp.MustCompile(`Get(Parent|Device)|CancelSent`).MatchString(m[1]) {
				names = append(names, m[1])
			}
		}
	}
	slices.Sort(names)
	return names
}
