// Package names has what names say of functions that nothing defines. A function that may keep threads apart cannot be treated like others: a correct
// program relies on it, and what it prevents would be found as a race. So the executions that call one are UNKNOWN. A name is taken
// apart into words; which words count is a matter of what programs and libraries call such functions:
//
//	locks       lib_mutex_lock, AcquireSRWLockExclusive, mtx_enter, omp_set_lock, SDL_SemWait
//	waits       event_wait, barrier, g_thread_join: another thread comes first
//	decisions   g_once_init_enter, atomic_dec_and_test: one thread gets another answer than the others
//
// Drivers wait for devices and ask atomic helpers all the time, and what kernels have to wait and to decide with has models. So for
// them only locks count.
//
// Other words may mean that or something else: begin and commit, disable and enable, try_claim, obj_put. What such a name says is read (Read), and whoever finds a failure judges whether it could be prevented so.
//
// Rejected: to ask whether both threads call the same function with the same object before they race. They do that with a connection
// or a log, too.
//
// Input: the name of a function, and the sort of its result. Output: what it says. Invariant: no name of a single library stands here, only words.
// It does not know what a program does with the function.
package names
