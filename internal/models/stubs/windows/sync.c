/* Locks of the Windows kernel, and what can be waited for. Locks are kept apart, under their address. The interrupt request level is each thread's own: it keeps nobody else away, and says
   where waiting is forbidden. */
#include <wdm.h>
#include <heddle_intrinsics.h>

static _Thread_local KIRQL irql;

static KIRQL raise(KIRQL to)
{
	KIRQL old = irql;

	irql = to;
	return old;
}

KIRQL KeGetCurrentIrql(void) { return irql; }
void KeRaiseIrql(KIRQL to, PKIRQL old) { *old = raise(to); }
KIRQL KfRaiseIrql(KIRQL to) { return raise(to); }
KIRQL KeRaiseIrqlToDpcLevel(void) { return raise(DISPATCH_LEVEL); }
void KeLowerIrql(KIRQL to) { irql = to; }
void KfLowerIrql(KIRQL to) { irql = to; }

/* ---- spin locks */

static KIRQL spin(void *lock)
{
	KIRQL old = raise(irql < DISPATCH_LEVEL ? DISPATCH_LEVEL : irql);

	__heddle_lock(lock);
	return old;
}

static void unspin(void *lock, KIRQL to)
{
	__heddle_unlock(lock);
	irql = to;
}

void KeInitializeSpinLock(PKSPIN_LOCK l) { __heddle_spin_init(l); }
void KeAcquireSpinLock(PKSPIN_LOCK l, PKIRQL old) { *old = spin(l); }
KIRQL KeAcquireSpinLockRaiseToDpc(PKSPIN_LOCK l) { return spin(l); }
KIRQL KfAcquireSpinLock(PKSPIN_LOCK l) { return spin(l); }
KIRQL KeAcquireSpinLockForDpc(PKSPIN_LOCK l) { return spin(l); }
void KeReleaseSpinLock(PKSPIN_LOCK l, KIRQL to) { unspin(l, to); }
void KfReleaseSpinLock(PKSPIN_LOCK l, KIRQL to) { unspin(l, to); }
void KeReleaseSpinLockForDpc(PKSPIN_LOCK l, KIRQL to) { unspin(l, to); }
void KeAcquireSpinLockAtDpcLevel(PKSPIN_LOCK l) { __heddle_lock(l); }
void KeReleaseSpinLockFromDpcLevel(PKSPIN_LOCK l) { __heddle_unlock(l); }
BOOLEAN KeTryToAcquireSpinLockAtDpcLevel(PKSPIN_LOCK l) { return __heddle_trylock(l) == 0; }

void KeAcquireInStackQueuedSpinLock(PKSPIN_LOCK l, PKLOCK_QUEUE_HANDLE h)
{
	h->Lock = l;
	h->OldIrql = spin(l);
}

void KeReleaseInStackQueuedSpinLock(PKLOCK_QUEUE_HANDLE h) { unspin(h->Lock, h->OldIrql); }

void KeAcquireInStackQueuedSpinLockAtDpcLevel(PKSPIN_LOCK l, PKLOCK_QUEUE_HANDLE h)
{
	h->Lock = l;
	__heddle_lock(l);
}

void KeReleaseInStackQueuedSpinLockFromDpcLevel(PKLOCK_QUEUE_HANDLE h) { __heddle_unlock(h->Lock); }

static KSPIN_LOCK cancel;

void IoAcquireCancelSpinLock(PKIRQL old) { *old = spin(&cancel); }
void IoReleaseCancelSpinLock(KIRQL to) { unspin(&cancel, to); }

KIRQL ExAcquireSpinLockShared(PEX_SPIN_LOCK l)
{
	KIRQL old = raise(DISPATCH_LEVEL);

	__heddle_rdlock(l);
	return old;
}

KIRQL ExAcquireSpinLockExclusive(PEX_SPIN_LOCK l) { return spin(l); }
void ExReleaseSpinLockShared(PEX_SPIN_LOCK l, KIRQL to) { unspin(l, to); }
void ExReleaseSpinLockExclusive(PEX_SPIN_LOCK l, KIRQL to) { unspin(l, to); }

/* ---- locks that wait */

static void may_wait(void) { __heddle_assert(irql <= APC_LEVEL, "a wait at raised IRQL"); }

static void acquire(void *l)
{
	may_wait();
	__heddle_lock(l);
}

void ExInitializeFastMutex(PFAST_MUTEX m) { __heddle_mutex_init(m, 0); }
void ExAcquireFastMutex(PFAST_MUTEX m) { acquire(m); }
void ExAcquireFastMutexUnsafe(PFAST_MUTEX m) { acquire(m); }
void ExReleaseFastMutex(PFAST_MUTEX m) { __heddle_unlock(m); }
void ExReleaseFastMutexUnsafe(PFAST_MUTEX m) { __heddle_unlock(m); }
BOOLEAN ExTryToAcquireFastMutex(PFAST_MUTEX m) { return __heddle_trylock(m) == 0; }
void KeInitializeGuardedMutex(PKGUARDED_MUTEX m) { __heddle_mutex_init(m, 0); }
void KeAcquireGuardedMutex(PKGUARDED_MUTEX m) { acquire(m); }
void KeReleaseGuardedMutex(PKGUARDED_MUTEX m) { __heddle_unlock(m); }
BOOLEAN KeTryToAcquireGuardedMutex(PKGUARDED_MUTEX m) { return __heddle_trylock(m) == 0; }

/* A resource that its thread has exclusively may be taken again; Count says how often. */
NTSTATUS ExInitializeResourceLite(PERESOURCE r)
{
	__heddle_rwlock_init(r);
	__atomic_store_n(&r->Count, 0, __ATOMIC_SEQ_CST);
	return STATUS_SUCCESS;
}

NTSTATUS ExDeleteResourceLite(PERESOURCE r)
{
	(void)r;
	return STATUS_SUCCESS;
}

static BOOLEAN again(PERESOURCE r)
{
	if (__heddle_holds(r) != 2)
		return FALSE;
	__atomic_fetch_add(&r->Count, 1, __ATOMIC_SEQ_CST);
	return TRUE;
}

BOOLEAN ExAcquireResourceExclusiveLite(PERESOURCE r, BOOLEAN wait)
{
	if (again(r))
		return TRUE;
	if (!wait)
		return __heddle_trylock(r) == 0;
	acquire(r);
	return TRUE;
}

BOOLEAN ExAcquireResourceSharedLite(PERESOURCE r, BOOLEAN wait)
{
	if (again(r))
		return TRUE;
	if (!wait)
		return __heddle_tryrdlock(r) == 0;
	may_wait();
	__heddle_rdlock(r);
	return TRUE;
}

void ExReleaseResourceLite(PERESOURCE r)
{
	if (__heddle_holds(r) == 2 && __atomic_load_n(&r->Count, __ATOMIC_SEQ_CST) > 0) {
		__atomic_fetch_sub(&r->Count, 1, __ATOMIC_SEQ_CST);
		return;
	}
	__heddle_unlock(r);
}

void ExInitializePushLock(PEX_PUSH_LOCK l) { __heddle_rwlock_init(l); }
void ExAcquirePushLockExclusive(PEX_PUSH_LOCK l) { acquire(l); }
void ExReleasePushLockExclusive(PEX_PUSH_LOCK l) { __heddle_unlock(l); }
void ExReleasePushLockShared(PEX_PUSH_LOCK l) { __heddle_unlock(l); }

void ExAcquirePushLockShared(PEX_PUSH_LOCK l)
{
	may_wait();
	__heddle_rdlock(l);
}

/* ---- what can be waited for: the type of the object says what a wait takes */

enum { none, notification, synchronization, semaphore, mutex, thread };

static void begin(DISPATCHER_HEADER *h, UCHAR type, LONG state)
{
	__heddle_atomic_begin();
	h->Type = type;
	h->SignalState = state;
	__heddle_atomic_end();
}

static LONG change(DISPATCHER_HEADER *h, LONG to)
{
	LONG old;

	__heddle_atomic_begin();
	old = h->SignalState;
	h->SignalState = to;
	__heddle_atomic_end();
	return old;
}

void KeInitializeEvent(PRKEVENT e, EVENT_TYPE type, BOOLEAN state) { begin(&e->Header, type == NotificationEvent ? notification : synchronization, state != 0); }

LONG KeSetEvent(PRKEVENT e, KPRIORITY increment, BOOLEAN wait)
{
	(void)increment;
	__heddle_assert(!wait || irql <= APC_LEVEL, "KeSetEvent that is to be followed by a wait at raised IRQL");
	return change(&e->Header, 1);
}

LONG KeResetEvent(PRKEVENT e) { return change(&e->Header, 0); }
void KeClearEvent(PRKEVENT e) { change(&e->Header, 0); }
LONG KeReadStateEvent(PRKEVENT e) { return __atomic_load_n(&e->Header.SignalState, __ATOMIC_SEQ_CST); }

/* Whoever waits may go on; nobody waits later for it. */
LONG KePulseEvent(PRKEVENT e, KPRIORITY increment, BOOLEAN wait)
{
	LONG old = change(&e->Header, 1);

	(void)increment;
	(void)wait;
	change(&e->Header, 0);
	return old;
}

void KeInitializeSemaphore(PRKSEMAPHORE s, LONG count, LONG limit)
{
	begin(&s->Header, semaphore, count);
	(void)limit;
}

LONG KeReleaseSemaphore(PRKSEMAPHORE s, KPRIORITY increment, LONG adjustment, BOOLEAN wait)
{
	(void)increment;
	(void)wait;
	return __atomic_fetch_add(&s->Header.SignalState, adjustment, __ATOMIC_SEQ_CST);
}

LONG KeReadStateSemaphore(PRKSEMAPHORE s) { return __atomic_load_n(&s->Header.SignalState, __ATOMIC_SEQ_CST); }

void KeInitializeMutex(PRKMUTEX m, ULONG level)
{
	(void)level;
	begin(&m->Header, mutex, 1);
	__heddle_mutex_init(m, 1);
}

LONG KeReleaseMutex(PRKMUTEX m, BOOLEAN wait)
{
	(void)wait;
	__heddle_unlock(m);
	return __heddle_nondet_int();
}

LONG KeReadStateMutex(PRKMUTEX m)
{
	(void)m;
	return __heddle_nondet_int();
}

void KeInitializeTimer(PKTIMER t) { begin(&t->Header, notification, 0); }
void KeInitializeTimerEx(PKTIMER t, TIMER_TYPE type) { begin(&t->Header, type == NotificationTimer ? notification : synchronization, 0); }
BOOLEAN KeReadStateTimer(PKTIMER t) { return __atomic_load_n(&t->Header.SignalState, __ATOMIC_SEQ_CST) != 0; }

/* take waits for an object, or gives FALSE if it may not and the object is not signalled. */
static BOOLEAN take(PVOID object, BOOLEAN sure)
{
	DISPATCHER_HEADER *h = object;
	BOOLEAN there;

	__heddle_atomic_begin();
	UCHAR type = h->Type;
	__heddle_atomic_end();
	if (type == mutex) {
		if (!sure)
			return __heddle_trylock(object) == 0;
		__heddle_lock(object);
		return TRUE;
	}
	__heddle_atomic_begin();
	there = h->SignalState > 0;
	if (sure)
		__heddle_assume(there);
	if (there && type == synchronization)
		h->SignalState = 0;
	if (there && type == semaphore)
		h->SignalState--;
	__heddle_atomic_end();
	return there;
}

NTSTATUS KeWaitForSingleObject(PVOID object, KWAIT_REASON reason, KPROCESSOR_MODE mode, BOOLEAN alertable, PLARGE_INTEGER timeout)
{
	(void)reason;
	if (timeout && timeout->QuadPart == 0)
		return take(object, FALSE) ? STATUS_SUCCESS : STATUS_TIMEOUT;
	may_wait();
	if ((alertable || mode == UserMode) && __heddle_nondet_bool())
		return __heddle_nondet_bool() ? STATUS_USER_APC : STATUS_ALERTED;
	if (timeout && __heddle_nondet_bool())
		return STATUS_TIMEOUT;
	take(object, TRUE);
	return STATUS_SUCCESS;
}

NTSTATUS KeWaitForMutexObject(PVOID object, KWAIT_REASON reason, KPROCESSOR_MODE mode, BOOLEAN alertable, PLARGE_INTEGER timeout)
{
	return KeWaitForSingleObject(object, reason, mode, alertable, timeout);
}

NTSTATUS KeWaitForMultipleObjects(ULONG n, PVOID objects[], WAIT_TYPE type, KWAIT_REASON reason, KPROCESSOR_MODE mode, BOOLEAN alertable, PLARGE_INTEGER timeout, PKWAIT_BLOCK blocks)
{
	ULONG i;

	(void)reason;
	(void)blocks;
	if (!timeout || timeout->QuadPart != 0)
		may_wait();
	if ((alertable || mode == UserMode) && __heddle_nondet_bool())
		return STATUS_USER_APC;
	if (timeout && __heddle_nondet_bool())
		return STATUS_TIMEOUT;
	if (type == WaitAny) {
		i = __heddle_nondet_uint();
		if (i >= n)
			i = 0;
		take(objects[i], TRUE);
		return STATUS_WAIT_0 + (NTSTATUS)i;
	}
	for (i = 0; i < n; i++)
		take(objects[i], TRUE);
	return STATUS_SUCCESS;
}

NTSTATUS KeDelayExecutionThread(KPROCESSOR_MODE mode, BOOLEAN alertable, PLARGE_INTEGER interval)
{
	LARGE_INTEGER time = *interval;

	(void)time;
	may_wait();
	return (alertable || mode == UserMode) && __heddle_nondet_bool() ? STATUS_USER_APC : STATUS_SUCCESS;
}

/* ---- counts that keep an object alive: they exclude nobody but the one that waits for the last of them */

void IoInitializeRemoveLock(PIO_REMOVE_LOCK l, ULONG tag, ULONG minutes, ULONG watermark)
{
	(void)tag;
	(void)minutes;
	(void)watermark;
	__heddle_atomic_begin();
	l->Held = 0;
	l->Removed = 0;
	__heddle_atomic_end();
}

NTSTATUS IoAcquireRemoveLock(PIO_REMOVE_LOCK l, PVOID tag)
{
	NTSTATUS status = STATUS_SUCCESS;

	(void)tag;
	__heddle_atomic_begin();
	if (l->Removed)
		status = STATUS_DELETE_PENDING;
	else
		l->Held++;
	__heddle_atomic_end();
	return status;
}

void IoReleaseRemoveLock(PIO_REMOVE_LOCK l, PVOID tag)
{
	(void)tag;
	__atomic_fetch_sub(&l->Held, 1, __ATOMIC_SEQ_CST);
}

void IoReleaseRemoveLockAndWait(PIO_REMOVE_LOCK l, PVOID tag)
{
	(void)tag;
	may_wait();
	__heddle_atomic_begin();
	l->Removed = 1;
	l->Held--;
	__heddle_atomic_end();
	__heddle_atomic_begin();
	__heddle_assume(l->Held == 0);
	__heddle_atomic_end();
}

void ExInitializeRundownProtection(PEX_RUNDOWN_REF r)
{
	__heddle_atomic_begin();
	r->Count = 0;
	r->Over = 0;
	__heddle_atomic_end();
}

BOOLEAN ExAcquireRundownProtection(PEX_RUNDOWN_REF r)
{
	BOOLEAN got;

	__heddle_atomic_begin();
	got = !r->Over;
	if (got)
		r->Count++;
	__heddle_atomic_end();
	return got;
}

void ExReleaseRundownProtection(PEX_RUNDOWN_REF r) { __atomic_fetch_sub(&r->Count, 1, __ATOMIC_SEQ_CST); }

void ExWaitForRundownProtectionRelease(PEX_RUNDOWN_REF r)
{
	may_wait();
	__atomic_store_n(&r->Over, 1, __ATOMIC_SEQ_CST);
	__heddle_atomic_begin();
	__heddle_assume(r->Count == 0);
	__heddle_atomic_end();
}

/* ---- what the harness and other models ask */

void __heddle_nt_level(KIRQL to) { irql = to; }
void __heddle_nt_begin(DISPATCHER_HEADER *h, int type, LONG state) { begin(h, (UCHAR)type, state); }
void __heddle_nt_signal(DISPATCHER_HEADER *h) { change(h, 1); }

void __heddle_nt_until(DISPATCHER_HEADER *h)
{
	__heddle_atomic_begin();
	__heddle_assume(h->SignalState > 0);
	__heddle_atomic_end();
}
