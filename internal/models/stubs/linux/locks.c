/* Locks of the Linux kernel. Their state is kept apart, under their address: bytes of locks are never touched. That interrupts of this processor are off while
   a lock is held keeps nobody else away, and flags are any number. */
#include <heddle_intrinsics.h>

#define INTERRUPTED (-4)

void __heddle_linux_lock_init(void *l) { __heddle_mutex_init(l, 0); }
void __heddle_linux_rwlock_init(void *l) { __heddle_rwlock_init(l); }
void __mutex_init(void *l, const char *name, void *key) { (void)name; (void)key; __heddle_mutex_init(l, 0); }
int __percpu_init_rwsem(void *l, const char *name, void *key) { (void)name; (void)key; if (__heddle_nondet_bool()) return -12; __heddle_rwlock_init(l); return 0; }
void __init_rwsem(void *l, const char *name, void *key) { (void)name; (void)key; __heddle_rwlock_init(l); }

#define LOCK(name) void name(void *l) { __heddle_lock(l); }
#define LOCK2(name) void name(void *l, long x) { (void)x; __heddle_lock(l); }
#define LOCK_FLAGS(name) unsigned long name(void *l) { __heddle_lock(l); return __heddle_nondet_ulong(); }
#define RDLOCK(name) void name(void *l) { __heddle_rdlock(l); }
#define LOCK_INT(name) int name(void *l) { if (__heddle_nondet_bool()) return INTERRUPTED; __heddle_lock(l); return 0; }
#define LOCK_INT2(name) int name(void *l, unsigned int x) { (void)x; if (__heddle_nondet_bool()) return INTERRUPTED; __heddle_lock(l); return 0; }
#define RDLOCK_INT(name) int name(void *l) { if (__heddle_nondet_bool()) return INTERRUPTED; __heddle_rdlock(l); return 0; }
#define TRY(name) int name(void *l) { return __heddle_trylock(l) == 0; }
#define TRYRD(name) int name(void *l) { return __heddle_tryrdlock(l) == 0; }
#define UNLOCK(name) void name(void *l) { __heddle_unlock(l); }
#define UNLOCK_FLAGS(name) void name(void *l, unsigned long flags) { (void)flags; __heddle_unlock(l); }
#define ASK(name) int name(const void *l) { (void)l; return __heddle_nondet_bool(); }

LOCK(mutex_lock) LOCK2(mutex_lock_nested) LOCK(mutex_lock_io) LOCK_INT(mutex_lock_interruptible) LOCK_INT2(mutex_lock_interruptible_nested)
LOCK_INT(mutex_lock_killable) LOCK_INT2(mutex_lock_killable_nested) TRY(mutex_trylock) UNLOCK(mutex_unlock) ASK(mutex_is_locked)
void _mutex_lock_nest_lock(void *l, void *map) { (void)map; __heddle_lock(l); }
void mutex_lock_io_nested(void *l, unsigned int x) { (void)x; __heddle_lock(l); }
int mutex_get_owner(void *l) { (void)l; return __heddle_nondet_int(); }
void mutex_destroy(void *l) { (void)l; }

LOCK(spin_lock) LOCK(spin_lock_bh) LOCK(spin_lock_irq) TRY(spin_trylock) TRY(spin_trylock_bh) TRY(spin_trylock_irq)
UNLOCK(spin_unlock) UNLOCK(spin_unlock_bh) UNLOCK(spin_unlock_irq) UNLOCK_FLAGS(spin_unlock_irqrestore) ASK(spin_is_locked) ASK(spin_is_contended)
LOCK(_raw_spin_lock) LOCK(_raw_spin_lock_bh) LOCK(_raw_spin_lock_irq) LOCK2(_raw_spin_lock_nested) LOCK_FLAGS(_raw_spin_lock_irqsave)
unsigned long _raw_spin_lock_irqsave_nested(void *l, int subclass) { (void)subclass; __heddle_lock(l); return __heddle_nondet_ulong(); }
void _raw_spin_lock_nest_lock(void *l, void *map) { (void)map; __heddle_lock(l); }
TRY(_raw_spin_trylock) TRY(_raw_spin_trylock_bh)
UNLOCK(_raw_spin_unlock) UNLOCK(_raw_spin_unlock_bh) UNLOCK(_raw_spin_unlock_irq) UNLOCK_FLAGS(_raw_spin_unlock_irqrestore)

RDLOCK(_raw_read_lock) RDLOCK(_raw_read_lock_bh) RDLOCK(_raw_read_lock_irq) TRYRD(_raw_read_trylock)
unsigned long _raw_read_lock_irqsave(void *l) { __heddle_rdlock(l); return __heddle_nondet_ulong(); }
LOCK(_raw_write_lock) LOCK(_raw_write_lock_bh) LOCK(_raw_write_lock_irq) LOCK2(_raw_write_lock_nested) LOCK_FLAGS(_raw_write_lock_irqsave) TRY(_raw_write_trylock)
UNLOCK(_raw_read_unlock) UNLOCK(_raw_read_unlock_bh) UNLOCK(_raw_read_unlock_irq) UNLOCK_FLAGS(_raw_read_unlock_irqrestore)
UNLOCK(_raw_write_unlock) UNLOCK(_raw_write_unlock_bh) UNLOCK(_raw_write_unlock_irq) UNLOCK_FLAGS(_raw_write_unlock_irqrestore)

RDLOCK(down_read) RDLOCK(down_read_non_owner) RDLOCK_INT(down_read_interruptible) RDLOCK_INT(down_read_killable) TRYRD(down_read_trylock)
void down_read_nested(void *l, int subclass) { (void)subclass; __heddle_rdlock(l); }
LOCK(down_write) LOCK2(down_write_nested) LOCK_INT(down_write_killable) TRY(down_write_trylock)
void _down_write_nest_lock(void *l, void *map) { (void)map; __heddle_lock(l); }
LOCK_INT2(down_write_killable_nested)
int down_read_killable_nested(void *l, int subclass) { (void)subclass; if (__heddle_nondet_bool()) return INTERRUPTED; __heddle_rdlock(l); return 0; }
UNLOCK(up_read) UNLOCK(up_read_non_owner) UNLOCK(up_write) ASK(rwsem_is_locked) ASK(rwsem_is_contended)

void downgrade_write(void *l) {
	__heddle_atomic_begin();
	__heddle_unlock(l);
	__heddle_rdlock(l);
	__heddle_atomic_end();
}

RDLOCK(percpu_down_read) TRYRD(percpu_down_read_trylock) UNLOCK(percpu_up_read) LOCK(percpu_down_write) UNLOCK(percpu_up_write)
ASK(percpu_is_read_locked) ASK(percpu_is_write_locked)
void percpu_free_rwsem(void *l) { (void)l; }
