package models

// Threads and what keeps them apart: POSIX and C11.

const (
	pthreads   = "POSIX threads"
	semaphores = "POSIX semaphores"
	c11        = "C11 threads"
)

// What a thread has to do when it ends.
var (
	starting   = []Override{{"key.c", "start_keys.c"}}
	cancelling = []Override{{"cancel.c", "cancel_points.c"}}
	forking    = []Override{{"fork.c", "create_fork.c"}}
	leaving    = []Override{{"unwind.c", "leave_unwind.c"}, {"key.c", "leave_keys.c"}, {"cleanup.c", "leave_cleanup.c"}}
)

var threadSections = []section{
	{pthreads, KindStub, "start.c", []entry{
		{"pthread_create", "starts a thread and writes its id plainly before it can run; fails only with --may-fail", starting},
	}},
	{pthreads, KindStub, "leave.c", []entry{
		{"pthread_exit", "ends the thread, after cleanup handlers and destructors; in main, the other threads go on", leaving},
	}},
	{pthreads, KindStub, "thread.c", []entry{
		{"pthread_join", "waits for the end of a thread, then writes its result plainly", nil},
		{"pthread_tryjoin_np", "EBUSY if the thread has not ended", nil},
		{"pthread_timedjoin_np", "may give up at any moment; the deadline is not read", nil},
		{"pthread_detach", "no effect", nil},
		{"pthread_self", "the id of the thread", nil},
		{"pthread_equal", "compares ids", nil},
		{"pthread_yield", "no effect: a switch can happen anyway", nil},
		{"pthread_getname_np", "writes an arbitrary name of at most 15 bytes", nil},
		{"pthread_getschedparam", "writes arbitrary values", nil},
		{"pthread_getcpuclockid", "writes an arbitrary clock id", nil},
	}},
	{pthreads, KindStub, "cancel.c", []entry{
		{"pthread_cancel", "the thread ends at its next cancellation point, after cleanup handlers and destructors; asynchronously: unsupported", nil},
	}},
	{pthreads, KindStub, "cancel_none.c", []entry{
		{"pthread_setcancelstate", "requests wait while it is disabled", cancelling},
		{"pthread_setcanceltype", "asynchronous is unsupported if the thread is cancelled then", cancelling},
		{"pthread_testcancel", "a cancellation point", cancelling},
	}},
	{forModels, KindStub, "cancel_none.c", []entry{
		{"__heddle_cancel_point", "a thread that was asked to end by pthread_cancel ends here", cancelling},
		{"__heddle_cond_end", "the second half of a wait on a condition", cancelling},
		{"__heddle_sem_end", "waits for a semaphore", cancelling},
		{"__heddle_join_end", "waits for the end of a thread", cancelling},
	}},
	{forModels, KindStub, "attr_none.c", []entry{
		{"__heddle_look_attr", "reads the attributes of a thread that starts", []Override{{"attr.c", "attr_look.c"}}},
	}},
	{forModels, KindStub, "create.c", []entry{
		{"__heddle_on_create", "called when a thread is started", forking},
		{"__heddle_created", "whether a second thread was ever started", forking},
	}},
	{pthreads, KindHavoc, "", []entry{
		{"pthread_atfork", "the handlers do not run", nil},
		{"pthread_setname_np", "no effect", nil},
		{"pthread_setschedparam", "no effect: every interleaving is looked at", nil},
		{"pthread_setschedprio", "no effect", nil},
		{"pthread_setaffinity_np", "no effect", nil},
		{"pthread_attr_setaffinity_np", "no effect", nil},
		{"pthread_getconcurrency", "arbitrary", nil},
		{"pthread_setconcurrency", "no effect", nil},
	}},
	{pthreads, KindUnsupported, "", []entry{
		{"pthread_getattr_np", "not modelled", nil},
		{"pthread_getaffinity_np", "not modelled", nil},
		{"pthread_attr_getstack", "not modelled", nil},
		{"pthread_mutex_consistent", "robust mutexes are not modelled", nil},
		{"pthread_mutex_getprioceiling", "not modelled", nil},
		{"pthread_mutex_setprioceiling", "not modelled", nil},
	}},
	{pthreads, KindStub, "attr.c", []entry{
		{"pthread_attr_init", "writes the defaults", nil},
		{"pthread_attr_destroy", "no effect", nil},
		{"pthread_attr_getdetachstate", "reads the attribute", nil},
		{"pthread_attr_setdetachstate", "kept to be read back", nil},
		{"pthread_attr_getscope", "reads the attribute", nil},
		{"pthread_attr_setscope", "kept to be read back", nil},
		{"pthread_attr_getinheritsched", "reads the attribute", nil},
		{"pthread_attr_setinheritsched", "kept to be read back", nil},
		{"pthread_attr_getschedpolicy", "reads the attribute", nil},
		{"pthread_attr_setschedpolicy", "kept to be read back", nil},
		{"pthread_attr_getschedparam", "reads the attribute", nil},
		{"pthread_attr_setschedparam", "kept to be read back", nil},
		{"pthread_attr_getguardsize", "reads the attribute", nil},
		{"pthread_attr_setguardsize", "kept to be read back", nil},
		{"pthread_attr_getstacksize", "reads the attribute", nil},
		{"pthread_attr_setstacksize", "kept to be read back", nil},
		{"pthread_attr_setstack", "the size is kept, the address is not used", nil},
	}},
	{pthreads, KindStub, "mutex.c", []entry{
		{"pthread_mutex_init", "normal, recursive or error-checking, as the attributes say", nil},
		{"pthread_mutex_destroy", "forgets the mutex", nil},
		{"pthread_mutex_lock", "blocks while another thread holds it, and for its owner unless recursive; EDEADLK if error-checking", nil},
		{"pthread_mutex_trylock", "EBUSY only if it would block", nil},
		{"pthread_mutex_timedlock", "may give up with ETIMEDOUT when it would block; the deadline is not read", nil},
		{"pthread_mutex_clocklock", "as pthread_mutex_timedlock", nil},
		{"pthread_mutex_unlock", "releases; EPERM for a recursive or error-checking mutex of another thread", nil},
		{"pthread_mutexattr_init", "normal, private", nil},
		{"pthread_mutexattr_destroy", "no effect", nil},
		{"pthread_mutexattr_gettype", "reads the attribute", nil},
		{"pthread_mutexattr_settype", "the type of mutexes to come", nil},
		{"pthread_mutexattr_getpshared", "reads the attribute", nil},
		{"pthread_mutexattr_setpshared", "kept to be read back", nil},
		{"pthread_mutexattr_getrobust", "reads the attribute", nil},
		{"pthread_mutexattr_setrobust", "robust is unsupported", nil},
		{"pthread_mutexattr_getprotocol", "reads the attribute", nil},
		{"pthread_mutexattr_setprotocol", "kept to be read back", nil},
		{"pthread_mutexattr_getprioceiling", "reads the attribute", nil},
		{"pthread_mutexattr_setprioceiling", "kept to be read back", nil},
	}},
	{pthreads, KindStub, "rwlock.c", []entry{
		{"pthread_rwlock_init", "unlocked", nil},
		{"pthread_rwlock_destroy", "forgets the lock", nil},
		{"pthread_rwlock_rdlock", "blocks while a writer holds it", nil},
		{"pthread_rwlock_tryrdlock", "EBUSY only if it would block", nil},
		{"pthread_rwlock_timedrdlock", "may give up with ETIMEDOUT when it would block; the deadline is not read", nil},
		{"pthread_rwlock_clockrdlock", "as pthread_rwlock_timedrdlock", nil},
		{"pthread_rwlock_wrlock", "blocks while anyone holds it", nil},
		{"pthread_rwlock_trywrlock", "EBUSY only if it would block", nil},
		{"pthread_rwlock_timedwrlock", "may give up with ETIMEDOUT when it would block; the deadline is not read", nil},
		{"pthread_rwlock_clockwrlock", "as pthread_rwlock_timedwrlock", nil},
		{"pthread_rwlock_unlock", "releases what the thread holds", nil},
		{"pthread_rwlockattr_init", "default", nil},
		{"pthread_rwlockattr_destroy", "no effect", nil},
		{"pthread_rwlockattr_getpshared", "reads the attribute", nil},
		{"pthread_rwlockattr_setpshared", "kept to be read back", nil},
		{"pthread_rwlockattr_getkind_np", "reads the attribute", nil},
		{"pthread_rwlockattr_setkind_np", "kept to be read back: no preference is modelled", nil},
	}},
	{pthreads, KindStub, "cond.c", []entry{
		{"pthread_cond_init", "nobody waits", nil},
		{"pthread_cond_destroy", "forgets the condition", nil},
		{"pthread_cond_wait", "releases the mutex and waits in one step; may wake without a signal; locks the mutex again", nil},
		{"pthread_cond_timedwait", "may also give up with ETIMEDOUT at any moment; the deadline is not read", nil},
		{"pthread_cond_clockwait", "as pthread_cond_timedwait", nil},
		{"pthread_cond_signal", "wakes one waiter, any", nil},
		{"pthread_cond_broadcast", "wakes all waiters", nil},
		{"pthread_condattr_init", "default", nil},
		{"pthread_condattr_destroy", "no effect", nil},
		{"pthread_condattr_getpshared", "reads the attribute", nil},
		{"pthread_condattr_setpshared", "kept to be read back", nil},
		{"pthread_condattr_getclock", "reads the attribute", nil},
		{"pthread_condattr_setclock", "kept to be read back", nil},
	}},
	{pthreads, KindStub, "barrier.c", []entry{
		{"pthread_barrier_init", "for the given number of threads", nil},
		{"pthread_barrier_destroy", "forgets the barrier", nil},
		{"pthread_barrier_wait", "blocks until all have arrived; the last one gets PTHREAD_BARRIER_SERIAL_THREAD", nil},
		{"pthread_barrierattr_init", "default", nil},
		{"pthread_barrierattr_destroy", "no effect", nil},
		{"pthread_barrierattr_getpshared", "reads the attribute", nil},
		{"pthread_barrierattr_setpshared", "kept to be read back", nil},
	}},
	{pthreads, KindStub, "spin.c", []entry{
		{"pthread_spin_init", "unlocked", nil},
		{"pthread_spin_destroy", "forgets the lock", nil},
		{"pthread_spin_lock", "blocks while it is held, also for its owner", nil},
		{"pthread_spin_trylock", "EBUSY only if it is held", nil},
		{"pthread_spin_unlock", "releases", nil},
	}},
	{pthreads, KindStub, "once.c", []entry{
		{"pthread_once", "runs the routine once; other callers wait until it has returned", nil},
	}},
	{pthreads, KindStub, "key.c", []entry{
		{"__heddle_destroy_values", "what runs destructors at the end of a thread", nil},
		{"pthread_key_create", "a new key, null in every thread; at most 32 are supported", nil},
		{"pthread_key_delete", "its destructor runs no more; the key is not used again", nil},
		{"pthread_getspecific", "the thread's value", nil},
		{"pthread_setspecific", "sets the thread's value", nil},
	}},
	{pthreads, KindStub, "unwind.c", each("behind glibc's pthread_cleanup_push; ending the thread while one is pushed is unsupported",
		"__pthread_register_cancel __pthread_unregister_cancel")},
	{pthreads, KindStub, "cleanup.c", []entry{
		{"__heddle_cleanup_all", "what runs cleanup handlers in pthread_exit", nil},
		{"__heddle_cleanup_push", "behind the macro pthread_cleanup_push", nil},
		{"__heddle_cleanup_pop", "behind the macro pthread_cleanup_pop", nil},
	}},

	{semaphores, KindStub, "sem.c", []entry{
		{"sem_init", "sets the value", nil},
		{"sem_destroy", "forgets the semaphore", nil},
		{"sem_wait", "blocks until the value is positive, and decrements it; no signal interrupts it", nil},
		{"sem_trywait", "EAGAIN only if the value is 0", nil},
		{"sem_timedwait", "may give up with ETIMEDOUT when it would block; the deadline is not read", nil},
		{"sem_clockwait", "as sem_timedwait", nil},
		{"sem_post", "increments", nil},
		{"sem_getvalue", "writes the value", nil},
	}},
	{semaphores, KindUnsupported, "", []entry{
		{"sem_open", "named semaphores are not modelled", nil},
		{"sem_close", "named semaphores are not modelled", nil},
		{"sem_unlink", "named semaphores are not modelled", nil},
	}},

	{c11, KindStub, "start.c", []entry{
		{"thrd_create", "starts a thread and writes its id plainly before it can run; fails only with --may-fail", starting},
		{"thrd_exit", "ends the thread, after destructors", starting},
	}},
	{c11, KindStub, "threads.c", []entry{
		{"thrd_join", "waits for the end of a thread, then writes its result plainly", nil},
		{"thrd_detach", "no effect", nil},
		{"thrd_current", "the id of the thread", nil},
		{"thrd_equal", "compares ids", nil},
		{"thrd_sleep", "no effect; never interrupted", nil},
		{"thrd_yield", "no effect: a switch can happen anyway", nil},
		{"mtx_init", "plain or recursive", nil},
		{"mtx_destroy", "forgets the mutex", nil},
		{"mtx_lock", "blocks while it is held, also for its owner unless recursive", nil},
		{"mtx_trylock", "thrd_busy only if it would block", nil},
		{"mtx_timedlock", "may give up with thrd_timedout when it would block; the deadline is not read", nil},
		{"mtx_unlock", "releases", nil},
		{"cnd_init", "nobody waits", nil},
		{"cnd_destroy", "forgets the condition", nil},
		{"cnd_wait", "releases the mutex and waits in one step; may wake without a signal; locks the mutex again", nil},
		{"cnd_timedwait", "may also give up with thrd_timedout at any moment; the deadline is not read", nil},
		{"cnd_signal", "wakes one waiter, any", nil},
		{"cnd_broadcast", "wakes all waiters", nil},
	}},
	{c11, KindStub, "once.c", []entry{
		{"call_once", "runs the routine once; other callers wait until it has returned", nil},
	}},
	{c11, KindStub, "key.c", []entry{
		{"tss_create", "a new key, null in every thread; at most 32 are supported", nil},
		{"tss_delete", "its destructor runs no more; the key is not used again", nil},
		{"tss_get", "the thread's value", nil},
		{"tss_set", "sets the thread's value", nil},
	}},
}
