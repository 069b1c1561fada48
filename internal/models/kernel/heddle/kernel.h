/* Read before a driver, behind the kernel's configuration. What this file defines or undefines stays so: headers of the kernel do not change it,
   files of the program may. It says in C what macros of the kernel mean that are made of assembly, of sections of the linker, or of the type
   checks of a compiler. Functions have models instead, see table_kernel.go, whether headers define them as functions or as macros. */
#ifndef HEDDLE_KERNEL_H
#define HEDDLE_KERNEL_H

/* ---- configuration: what changes how the code is instrumented, patched at run time or checked, not what it does */
#undef CONFIG_JUMP_LABEL
#undef CONFIG_HAVE_STATIC_CALL
#undef CONFIG_HAVE_STATIC_CALL_INLINE
#undef CONFIG_PARAVIRT
#undef CONFIG_PARAVIRT_XXL
#undef CONFIG_PARAVIRT_SPINLOCKS
#undef CONFIG_TRACEPOINTS
#undef CONFIG_TRACING
#undef CONFIG_DYNAMIC_DEBUG
#undef CONFIG_DYNAMIC_DEBUG_CORE
#undef CONFIG_DYNAMIC_FTRACE
#undef CONFIG_FUNCTION_TRACER
#undef CONFIG_BRANCH_PROFILING
#undef CONFIG_PROFILE_ALL_BRANCHES
#undef CONFIG_TRACE_BRANCH_PROFILING
#undef CONFIG_FORTIFY_SOURCE
#undef CONFIG_HARDENED_USERCOPY
#undef CONFIG_INIT_STACK_ALL_ZERO
#undef CONFIG_KASAN
#undef CONFIG_KASAN_GENERIC
#undef CONFIG_KCSAN
#undef CONFIG_KMSAN
#undef CONFIG_KCOV
#undef CONFIG_UBSAN
#undef CONFIG_LOCKDEP
#undef CONFIG_PROVE_LOCKING
#undef CONFIG_LOCK_STAT
#undef CONFIG_DEBUG_LOCK_ALLOC
#undef CONFIG_DEBUG_SPINLOCK
#undef CONFIG_DEBUG_MUTEXES
#undef CONFIG_DEBUG_RWSEMS
#undef CONFIG_DEBUG_ATOMIC_SLEEP
#undef CONFIG_DEBUG_LIST
#undef CONFIG_LIST_HARDENED
#undef CONFIG_DEBUG_PREEMPT
#undef CONFIG_DEBUG_OBJECTS
#undef CONFIG_PREEMPT_DYNAMIC
#undef CONFIG_PREEMPT_RT
#undef CONFIG_PREEMPTION
#undef CONFIG_PREEMPT_COUNT
#undef CONFIG_GENERIC_BUG
#undef CONFIG_STACK_VALIDATION
#undef CONFIG_OBJTOOL
#undef CONFIG_ARCH_USE_BUILTIN_BSWAP
#undef CONFIG_MEM_ALLOC_PROFILING
#undef CONFIG_MITIGATION_RETPOLINE
#undef CONFIG_RETPOLINE
#undef CONFIG_CFI_CLANG

/* ---- what heddle knows */
void __heddle_assume(int);
_Noreturn void __heddle_unsupported(const char *);
_Bool __heddle_nondet_bool(void);
int __heddle_nondet_int(void);
unsigned int __heddle_nondet_uint(void);
long __heddle_nondet_long(void);
unsigned long __heddle_nondet_ulong(void);
void __heddle_fill_any(void *, unsigned long);
void __heddle_touch(const void *, unsigned long);
void __heddle_fresh();
void __heddle_spawn();
void *__heddle_alloc(unsigned long, int);
int __heddle_lock(void *);
int __heddle_unlock(void *);
void __heddle_atomic_begin(void);
void __heddle_atomic_end(void);
void __heddle_linux_lock_init(void *);
void rtnl_lock(void);
void rtnl_unlock(void);
void __heddle_linux_read(const void *, unsigned long);
void __heddle_linux_write(void *, unsigned long);
void __heddle_linux_rwlock_init(void *);
int __heddle_data_race();
void __heddle_assert_held();

/* ---- known functions that some kernels have as macros */
int printk(const char *, ...) __attribute__((format(printf, 1, 2)));
struct device;
struct fwnode_handle;
struct fwnode_handle *dev_fwnode(struct device *);
void udelay(unsigned long);
void ndelay(unsigned long);
void mdelay(unsigned long);
int isalnum(int);
int isalpha(int);
int iscntrl(int);
int isdigit(int);
int isgraph(int);
int islower(int);
int isprint(int);
int ispunct(int);
int isspace(int);
int isupper(int);
int isxdigit(int);
int tolower(int);
int toupper(int);
void *kmalloc(unsigned long, unsigned int);
void *kzalloc(unsigned long, unsigned int);
void *kcalloc(unsigned long, unsigned long, unsigned int);
void *kmalloc_array(unsigned long, unsigned long, unsigned int);
void *kvmalloc(unsigned long, unsigned int);
void *kvzalloc(unsigned long, unsigned int);
void *vmalloc(unsigned long);
void *vzalloc(unsigned long);

/* ---- the compiler's type checks */
#define __must_be_array(a) 0
#define __is_constexpr(x) __builtin_constant_p(x)
#define typecheck(type, x) 1
#define typecheck_fn(type, function) do {} while (0)
#define BUILD_BUG_ON_ZERO(e) 0
#define BUILD_BUG_ON_NOT_POWER_OF_2(n) do {} while (0)
#define BUILD_BUG_ON_MSG(cond, msg) do {} while (0)
#define BUILD_BUG_ON(cond) do {} while (0)
#define BUILD_BUG() do {} while (0)
#define compiletime_assert(cond, msg) do {} while (0)
#define __compiletime_assert(cond, msg, prefix, suffix) do {} while (0)
#define __ADDRESSABLE(sym)
#define ___ADDRESSABLE(sym, attrs)
#define OPTIMIZER_HIDE_VAR(var) do {} while (0)
#define RELOC_HIDE(ptr, off) ((__typeof__(ptr))((char *)(ptr) + (off)))
#define ASM_CALL_CONSTRAINT
#define instrumentation_begin() do {} while (0)
#define instrumentation_end() do {} while (0)
#define annotate_reachable() do {} while (0)
#define annotate_unreachable() do {} while (0)
#define unreachable() __builtin_unreachable()
#define container_of(ptr, type, member) ((type *)((char *)(ptr) - __builtin_offsetof(type, member)))
#define container_of_const(ptr, type, member) container_of(ptr, type, member)

#define page_folio(p) ((struct folio *)_compound_head(p))

/* ---- minima and maxima: once each, without the checks */
#define __heddle_cmp(x, y, op) ({ __typeof__(x) __hx = (x); __typeof__(y) __hy = (y); __hx op __hy ? __hx : __hy; })
#define min(x, y) __builtin_choose_expr(__builtin_constant_p((x) + (y)), ((x) < (y) ? (x) : (y)), __heddle_cmp(x, y, <))
#define max(x, y) __builtin_choose_expr(__builtin_constant_p((x) + (y)), ((x) > (y) ? (x) : (y)), __heddle_cmp(x, y, >))
#define min_t(type, x, y) min((type)(x), (type)(y))
#define max_t(type, x, y) max((type)(x), (type)(y))
#define min3(x, y, z) min((__typeof__(x))min(x, y), z)
#define max3(x, y, z) max((__typeof__(x))max(x, y), z)
#define clamp(val, lo, hi) min((__typeof__(val))max(val, lo), hi)
#define clamp_t(type, val, lo, hi) min_t(type, max_t(type, val, lo), hi)
#define clamp_val(val, lo, hi) clamp_t(__typeof__(val), val, lo, hi)

/* ---- warnings say their condition; a bug is one */
#define WARN_ON(c) ({ int __heddle_w = !!(c); __heddle_w; })
#define WARN(c, format...) WARN_ON(c)
#define WARN_ON_ONCE(c) WARN_ON(c)
#define WARN_ONCE(c, format...) WARN_ON(c)
#define WARN_TAINT(c, taint, format...) WARN_ON(c)
#define WARN_TAINT_ONCE(c, taint, format...) WARN_ON(c)
#define __WARN() do {} while (0)
#define __WARN_printf(taint, format...) do {} while (0)

/* ---- marked accesses */
#define READ_ONCE(x) __atomic_load_n(&(x), __ATOMIC_RELAXED)
#define __READ_ONCE(x) READ_ONCE(x)
#define WRITE_ONCE(x, v) __atomic_store_n(&(x), (v), __ATOMIC_RELAXED)
#define __WRITE_ONCE(x, v) WRITE_ONCE(x, v)
#define data_race(e) ((__typeof__(e))__heddle_data_race(e))

/* ---- locks: their state is kept apart from their bytes */
#define spin_lock_init(l) __heddle_linux_lock_init(l)
#define raw_spin_lock_init(l) __heddle_linux_lock_init(l)
#define rwlock_init(l) __heddle_linux_rwlock_init(l)
#define mutex_init(l) __heddle_linux_lock_init(l)
#define init_rwsem(l) __heddle_linux_rwlock_init(l)
#define lockdep_assert_held(l) __heddle_assert_held(l)
#define lockdep_assert_held_once(l) __heddle_assert_held(l)
#define lockdep_assert_held_read(l) __heddle_assert_held(l, 1)
#define lockdep_assert_held_write(l) __heddle_assert_held(l, 2)
#define lockdep_assert_held_exclusive(l) __heddle_assert_held(l, 2)
#define lockdep_assert_not_held(l) __heddle_assert_held(l, 3)
#define lockdep_assert_none_held_once() do {} while (0)
#define assert_spin_locked(l) __heddle_assert_held(l)
#define assert_raw_spin_locked(l) __heddle_assert_held(l)
#define __must_hold(l) __heddle_must_hold(l)
#define __releases(l) __heddle_must_hold(l)
#define __acquires(l)
#define __cond_acquires(l)
#define __guarded_by(l)
#define might_sleep() do {} while (0)
#define might_sleep_if(c) do { (void)(c); } while (0)
#define might_lock(l) do {} while (0)

/* ---- readers that keep nobody away */
void __heddle_linux_kfree_rcu(const void *);
#define rcu_assign_pointer(p, v) __atomic_store_n(&(p), (__typeof__(p))(v), __ATOMIC_RELEASE)
#define kfree_rcu(p, field...) __heddle_linux_kfree_rcu(p)
#define kvfree_rcu(p, field...) __heddle_linux_kfree_rcu(p)
#define kfree_rcu_mightsleep(p) __heddle_linux_kfree_rcu(p)
#define kvfree_rcu_mightsleep(p) __heddle_linux_kfree_rcu(p)

/* ---- waiting: the thread goes on at some moment at which the condition holds, or is interrupted, or its time is over */
#define __heddle_wait(cond) __heddle_assume(!!(cond))
#define __heddle_wait_int(cond) ({ int __heddle_r = 0; if (__heddle_nondet_bool()) __heddle_r = -512; else __heddle_wait(cond); __heddle_r; })
#define __heddle_left(timeout) ({ long __heddle_t = __heddle_nondet_long(); __heddle_t < 1 || __heddle_t > (long)(timeout) ? 1L : __heddle_t; })
#define __heddle_wait_time(cond, timeout) ({ long __heddle_l = 0; if (!__heddle_nondet_bool()) { __heddle_wait(cond); __heddle_l = __heddle_left(timeout); } __heddle_l; })
#define __heddle_wait_int_time(cond, timeout) \
	({ long __heddle_l; if (__heddle_nondet_bool()) __heddle_l = -512; else __heddle_l = __heddle_wait_time(cond, timeout); __heddle_l; })
void __heddle_may_freeze(int wait); /* where rules say that who sleeps does not run, the harness says what that means */
#define wait_event(wq, cond) do { __heddle_wait(cond); } while (0)
#define io_wait_event(wq, cond) wait_event(wq, cond)
#define wait_event_cmd(wq, cond, before, after) do { before; __heddle_wait(cond); after; } while (0)
#define wait_event_freezable(wq, cond) ({ __heddle_may_freeze(0); __heddle_wait_int(cond); })
#define wait_event_interruptible(wq, cond) __heddle_wait_int(cond)
#define wait_event_interruptible_exclusive(wq, cond) __heddle_wait_int(cond)
#define wait_event_killable(wq, cond) __heddle_wait_int(cond)
#define wait_event_idle(wq, cond) wait_event(wq, cond)
#define wait_event_timeout(wq, cond, timeout) __heddle_wait_time(cond, timeout)
#define wait_event_idle_timeout(wq, cond, timeout) __heddle_wait_time(cond, timeout)
#define wait_event_interruptible_timeout(wq, cond, timeout) __heddle_wait_int_time(cond, timeout)
#define wait_event_killable_timeout(wq, cond, timeout) __heddle_wait_int_time(cond, timeout)
#define wait_event_freezable_timeout(wq, cond, timeout) ({ __heddle_may_freeze(1); __heddle_wait_int_time(cond, timeout); })
#define wait_event_lock_irq(wq, cond, lock) \
	do { while (!(cond)) { spin_unlock_irq(&(lock)); spin_lock_irq(&(lock)); } } while (0)
#define wait_event_interruptible_lock_irq(wq, cond, lock) \
	({ int __heddle_r = 0; while (!(cond)) { spin_unlock_irq(&(lock)); if (__heddle_nondet_bool()) __heddle_r = -512; spin_lock_irq(&(lock)); if (__heddle_r) break; } __heddle_r; })
#define wait_event_lock_irq_cmd(wq, cond, lock, cmd) \
	do { while (!(cond)) { spin_unlock_irq(&(lock)); cmd; spin_lock_irq(&(lock)); } } while (0)
#define wait_event_lock_irq_timeout(wq, cond, lock, timeout) \
	({ long __heddle_l = -1; while (!(cond)) { spin_unlock_irq(&(lock)); if (__heddle_nondet_bool()) __heddle_l = 0; spin_lock_irq(&(lock)); if (!__heddle_l) break; } \
	   __heddle_l ? __heddle_left(timeout) : 0L; })
#define wait_event_interruptible_lock_irq_timeout(wq, cond, lock, timeout) \
	({ long __heddle_l = 1; while (!(cond)) { spin_unlock_irq(&(lock)); if (__heddle_nondet_bool()) __heddle_l = __heddle_nondet_bool() ? 0 : -512; spin_lock_irq(&(lock)); if (__heddle_l <= 0) break; } \
	   __heddle_l > 0 ? __heddle_left(timeout) : __heddle_l; })
#define wait_event_exclusive_cmd(wq, cond, before, after) wait_event_cmd(wq, cond, before, after)
#define wait_event_killable_exclusive(wq, cond) __heddle_wait_int(cond)
#define wait_event_freezable_exclusive(wq, cond) ({ __heddle_may_freeze(2); __heddle_wait_int(cond); })
#define wait_event_idle_exclusive(wq, cond) wait_event(wq, cond)
#define wait_event_idle_exclusive_timeout(wq, cond, timeout) __heddle_wait_time(cond, timeout)
#define wait_event_hrtimeout(wq, cond, timeout) ({ int __heddle_r = 0; if (__heddle_nondet_bool()) __heddle_r = -62; else __heddle_wait(cond); __heddle_r; })
#define wait_event_interruptible_hrtimeout(wq, cond, timeout) ({ long __heddle_r = 0; if (__heddle_nondet_bool()) __heddle_r = __heddle_nondet_bool() ? -62 : -512; else __heddle_wait(cond); __heddle_r; })
#define wait_event_interruptible_locked(wq, cond) \
	({ int __heddle_r = 0; while (!(cond)) { spin_unlock(&(wq).lock); if (__heddle_nondet_bool()) __heddle_r = -512; spin_lock(&(wq).lock); if (__heddle_r) break; } __heddle_r; })
#define wait_event_interruptible_locked_irq(wq, cond) wait_event_interruptible_locked(wq, cond)
#define wait_var_event(var, cond) wait_event(var, cond)
#define wait_var_event_killable(var, cond) __heddle_wait_int(cond)
#define wait_var_event_interruptible(var, cond) __heddle_wait_int(cond)
#define wait_var_event_timeout(var, cond, timeout) __heddle_wait_time(cond, timeout)
#define wake_up(wq) do { (void)(wq); } while (0)
#define wake_up_nr(wq, n) wake_up(wq)
#define wake_up_all(wq) wake_up(wq)
#define wake_up_locked(wq) wake_up(wq)
#define wake_up_all_locked(wq) wake_up(wq)
#define wake_up_interruptible(wq) wake_up(wq)
#define wake_up_interruptible_nr(wq, n) wake_up(wq)
#define wake_up_interruptible_all(wq) wake_up(wq)
#define wake_up_interruptible_sync(wq) wake_up(wq)
#define wake_up_sync(wq) wake_up(wq)
#define wake_up_interruptible_sync_poll(wq, events) wake_up(wq)
#define wake_up_interruptible_sync_poll_locked(wq, events) wake_up(wq)
#define wake_up_poll(wq, events) wake_up(wq)
#define wake_up_interruptible_poll(wq, events) wake_up(wq)
#define init_waitqueue_head(wq) do { (void)(wq); } while (0)

/* ---- memory of user processes: nobody knows what is there, and it may be gone */
#define access_ok(addr, size) ((void)(addr), (void)(size), __heddle_nondet_bool())
#define get_user(x, ptr) \
	({ __typeof__(*(ptr)) __heddle_u; (void)(ptr); __heddle_fill_any(&__heddle_u, sizeof(__heddle_u)); int __heddle_e = 0; \
	   if (__heddle_nondet_bool()) { __heddle_e = -14; (x) = (__typeof__(x))0; } else (x) = (__typeof__(x))__heddle_u; __heddle_e; })
#define __get_user(x, ptr) get_user(x, ptr)
#define put_user(x, ptr) ({ __typeof__(*(ptr)) __heddle_u = (x); (void)__heddle_u; (void)(ptr); __heddle_nondet_bool() ? -14 : 0; })
#define __put_user(x, ptr) put_user(x, ptr)
#define unsafe_get_user(x, ptr, label) do { if (get_user(x, ptr)) goto label; } while (0)
#define unsafe_put_user(x, ptr, label) do { if (put_user(x, ptr)) goto label; } while (0)

/* ---- interrupts and processors: disabling something here keeps nobody away who runs elsewhere */
#define local_irq_disable() do {} while (0)
#define local_irq_enable() do {} while (0)
#define local_irq_save(flags) do { (flags) = __heddle_nondet_ulong(); } while (0)
#define local_irq_restore(flags) do { (void)(flags); } while (0)
#define local_save_flags(flags) do { (flags) = __heddle_nondet_ulong(); } while (0)
#define irqs_disabled() __heddle_nondet_bool()
#define raw_smp_processor_id() __heddle_processor()
#define __smp_processor_id() __heddle_processor()
#define smp_processor_id() __heddle_processor()
#define get_cpu() __heddle_processor()
#define put_cpu() do {} while (0)
int __heddle_processor(void);

/* ---- modules: what the linker collects */
#define __MODULE_INFO(tag, name, info) struct heddle_module_info
#define __MODULE_PARM_TYPE(name, type) struct heddle_module_info
#define MODULE_DEVICE_TABLE(type, name)
static const char heddle_this_module[8];
#define THIS_MODULE ((struct module *)heddle_this_module)
#define module_init(f) int __heddle_module_init_##f(void) __attribute__((alias(#f)));
#define module_exit(f) void __heddle_module_exit_##f(void) __attribute__((alias(#f)));
#define ___EXPORT_SYMBOL(sym, sec, ns)
#define __EXPORT_SYMBOL(sym, sec, ns)
#define EXPORT_SYMBOL(sym)
#define EXPORT_SYMBOL_GPL(sym)
#define EXPORT_SYMBOL_NS(sym, ns)
#define EXPORT_SYMBOL_NS_GPL(sym, ns)

#endif
