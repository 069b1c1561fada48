package cfront

import (
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/internal/cfront/cparse"
)

func TestNamesThatKeepApart(t *testing.T) {
	number, object, nothing := signature{ret: tInt}, signature{ret: ctype{k: kPtr}}, signature{ret: tVoid}
	for _, c := range []struct {
		platform string
		sig      signature
		yes, no  string
	}{
		{
			"posix", nothing,
			"SDL_LockMutex my_unlock AcquireSRWLockExclusive EnterCriticalSection omp_set_lock mtx_enter uv_sem_wait",
			"lib_mutex_init mutex_set_name clock_tick block_write check_deadlock sem_count is_locked thread_name",
		},
		{"posix", nothing, "k_sem_take PyGILState_Ensure gil_acquire monitor_enter", "monitor_show trace_enter"},
		{
			"posix", nothing, "event_wait sync_barrier nsync_mu_acquire worker_join",
			"set_wait_timeout memory_barrier path_join waiter_print",
		},
		{
			"posix", number, "atomic_get my_once_enter dec_and_test fetch_add compare_and_swap lock_get",
			"fetch_page search_and_replace compare_names",
		},
		{"posix", nothing, "", "atomic_set send_once"},
		{"posix", object, "lock_wait", "get_lock new_mutex"},
		{"linux", number, "dev_bus_lock", "dev_wait_ready drm_atomic_check acquire_frame"},
	} {
		f := &fn{c: &compiler{opts: Options{Parse: cparse.Options{Platform: c.platform}}}}
		for _, name := range strings.Fields(c.yes) {
			if !f.keepsApart(name, c.sig) {
				t.Errorf("%s: %s should keep threads apart", c.platform, name)
			}
		}
		for _, name := range strings.Fields(c.no) {
			if f.keepsApart(name, c.sig) {
				t.Errorf("%s: %s should keep nothing apart", c.platform, name)
			}
		}
	}
}
