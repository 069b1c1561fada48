package names

import (
	"strings"
	"testing"
)

func TestNamesThatKeepApart(t *testing.T) {
	for _, c := range []struct {
		platform string
		result   Result
		yes, no  string
	}{
		{
			"posix", Nothing,
			"SDL_LockMutex my_unlock AcquireSRWLockExclusive EnterCriticalSection omp_set_lock mtx_enter uv_sem_wait",
			"lib_mutex_init mutex_set_name clock_tick block_write check_deadlock sem_count is_locked thread_name",
		},
		{"posix", Nothing, "k_sem_take PyGILState_Ensure gil_acquire monitor_enter", "monitor_show trace_enter"},
		{
			"posix", Nothing, "event_wait sync_barrier nsync_mu_acquire worker_join",
			"set_wait_timeout memory_barrier path_join waiter_print",
		},
		{
			"posix", Number, "atomic_get my_once_enter g_once_init_enter InitOnceExecuteOnce dec_and_test fetch_add compare_and_swap lock_get",
			"fetch_page search_and_replace compare_names once_init",
		},
		{"posix", Nothing, "", "atomic_set send_once"},
		{"posix", Pointer, "lock_wait", "get_lock new_mutex"},
		{"linux", Number, "dev_bus_lock", "dev_wait_ready drm_atomic_check acquire_frame"},
	} {
		for _, name := range strings.Fields(c.yes) {
			if !KeepApart(c.platform, name, c.result) {
				t.Errorf("%s: %s should keep threads apart", c.platform, name)
			}
		}
		for _, name := range strings.Fields(c.no) {
			if KeepApart(c.platform, name, c.result) {
				t.Errorf("%s: %s should keep nothing apart", c.platform, name)
			}
		}
	}
}

func TestWhatNamesSay(t *testing.T) {
	for name, want := range map[string]Says{
		"db_begin":      {Enters: "db"},
		"db_commit":     {Leaves: "db"},
		"begin_read":    {Enters: "read"},
		"irq_disable":   {Enters: "irq", Alone: true, Ends: true},
		"irqRestore":    {Leaves: "irq"},
		"enter":         {Enters: "all"},
		"is_leader":     {Picks: true},
		"object_put":    {Picks: true, Ends: true},
		"lib_unreg":     {Ends: true},
		"lib_foreach":   {},
		"beginning_at":  {},
		"computes_last": {Picks: true},
	} {
		if got := Read("posix", name, Number); got != want {
			t.Errorf("%s: %+v, want %+v", name, got, want)
		}
	}
	if got := Read("posix", "is_leader", Nothing); got.Picks {
		t.Error("who answers nothing picks nobody")
	}
	if got := Read("posix", "log_fatal", Nothing); got != (Says{Dies: true}) {
		t.Errorf("log_fatal: %+v", got)
	}
	if got := Read("posix", "is_fatal", Number); got.Dies {
		t.Error("who answers comes back")
	}
	if got := Read("linux", "dev_begin", Number); got != (Says{}) {
		t.Errorf("linux: %+v", got)
	}
}
