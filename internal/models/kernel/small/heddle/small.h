/* Small kernel headers, for machines that have no others: what a simple driver uses. Types have the members that drivers touch, in no layout that a kernel has. */
#ifndef HEDDLE_SMALL_H
#define HEDDLE_SMALL_H

typedef signed char s8, __s8;
typedef unsigned char u8, __u8;
typedef short s16, __s16;
typedef unsigned short u16, __u16, __le16, __be16;
typedef int s32, __s32;
typedef unsigned int u32, __u32, __le32, __be32, gfp_t, dev_t, uint;
typedef long long s64, __s64, loff_t;
typedef unsigned long long u64, __u64, sector_t;
typedef unsigned char uint8_t;
typedef unsigned short uint16_t, umode_t;
typedef unsigned int uint32_t, __poll_t;
typedef unsigned long long uint64_t;
typedef unsigned long size_t, ulong, uintptr_t, phys_addr_t, resource_size_t, dma_addr_t;
typedef long ssize_t, off_t, ptrdiff_t;
typedef _Bool bool;
enum { false = 0, true = 1 };
#define NULL ((void *)0)

#define __init
#define __exit
#define __initdata
#define __exitdata
#define __iomem
#define __user
#define __force
#define __rcu
#define __percpu
#define __must_check
#define __maybe_unused
#define __always_unused
#define __read_mostly
#define __packed __attribute__((packed))
#define __aligned(n) __attribute__((aligned(n)))
#define __printf(a, b) __attribute__((format(printf, a, b)))
#define likely(x) (!!(x))
#define unlikely(x) (!!(x))
#define barrier() __sync_synchronize()
#define mb() __sync_synchronize()
#define rmb() __sync_synchronize()
#define wmb() __sync_synchronize()
#define smp_mb() __sync_synchronize()
#define smp_rmb() __sync_synchronize()
#define smp_wmb() __sync_synchronize()
#define smp_store_release(p, v) __atomic_store_n((p), (v), __ATOMIC_RELEASE)
#define smp_load_acquire(p) __atomic_load_n((p), __ATOMIC_ACQUIRE)
#define xchg(p, v) __atomic_exchange_n((p), (v), __ATOMIC_SEQ_CST)
#define cmpxchg(p, o, n) __sync_val_compare_and_swap((p), (o), (n))
#define offsetof(t, m) __builtin_offsetof(t, m)
#define ARRAY_SIZE(a) (sizeof(a) / sizeof((a)[0]))
#define BIT(n) (1UL << (n))
#define BITS_PER_LONG 64
#define BITS_TO_LONGS(n) (((n) + 63) / 64)
#define DECLARE_BITMAP(name, n) unsigned long name[BITS_TO_LONGS(n)]
#define DIV_ROUND_UP(n, d) (((n) + (d) - 1) / (d))
#define HZ 250
#define PAGE_SIZE 4096UL
#define GFP_KERNEL 0xcc0u
#define GFP_ATOMIC 0xa20u
#define GFP_NOWAIT 0x800u
#define __GFP_ZERO 0x100u
enum {
	EPERM = 1, ENOENT = 2, EINTR = 4, EIO = 5, ENXIO = 6, EAGAIN = 11, ENOMEM = 12, EACCES = 13, EFAULT = 14, EBUSY = 16, EEXIST = 17, ENODEV = 19, EINVAL = 22,
	ENOTTY = 25, EFBIG = 27, ENOSPC = 28, ESPIPE = 29, ERANGE = 34, ENOSYS = 38, EPROTO = 71, EOVERFLOW = 75, EOPNOTSUPP = 95, ESHUTDOWN = 108, ETIMEDOUT = 110, ERESTARTSYS = 512,
};
#define MAX_ERRNO 4095
#define IS_ERR_VALUE(x) ((unsigned long)(void *)(x) >= (unsigned long)-MAX_ERRNO)
static inline void *ERR_PTR(long e) { return (void *)e; }
static inline long PTR_ERR(const void *p) { return (long)p; }
static inline bool IS_ERR(const void *p) { return IS_ERR_VALUE(p); }
static inline bool IS_ERR_OR_NULL(const void *p) { return !p || IS_ERR_VALUE(p); }

/* ---- text */
#define KERN_EMERG ""
#define KERN_ALERT ""
#define KERN_CRIT ""
#define KERN_ERR ""
#define KERN_WARNING ""
#define KERN_NOTICE ""
#define KERN_INFO ""
#define KERN_DEBUG ""
#define KERN_CONT ""
#ifndef pr_fmt
#define pr_fmt(fmt) fmt
#endif
#define pr_emerg(fmt, ...) printk(pr_fmt(fmt), ##__VA_ARGS__)
#define pr_alert(fmt, ...) printk(pr_fmt(fmt), ##__VA_ARGS__)
#define pr_crit(fmt, ...) printk(pr_fmt(fmt), ##__VA_ARGS__)
#define pr_err(fmt, ...) printk(pr_fmt(fmt), ##__VA_ARGS__)
#define pr_warn(fmt, ...) printk(pr_fmt(fmt), ##__VA_ARGS__)
#define pr_notice(fmt, ...) printk(pr_fmt(fmt), ##__VA_ARGS__)
#define pr_info(fmt, ...) printk(pr_fmt(fmt), ##__VA_ARGS__)
#define pr_debug(fmt, ...) do { if (0) printk(pr_fmt(fmt), ##__VA_ARGS__); } while (0)

/* ---- locks */
typedef struct spinlock { unsigned int slock; } spinlock_t;
typedef struct raw_spinlock { unsigned int slock; } raw_spinlock_t;
typedef struct rwlock { unsigned int lock; } rwlock_t;
struct mutex { unsigned long owner; };
struct rw_semaphore { unsigned long count; };
struct semaphore { unsigned int lock, count; };
struct completion { unsigned int done; };
typedef struct wait_queue_head { unsigned int head; } wait_queue_head_t;
#define DEFINE_SPINLOCK(n) spinlock_t n
#define DEFINE_RWLOCK(n) rwlock_t n
#define DEFINE_MUTEX(n) struct mutex n
#define DECLARE_RWSEM(n) struct rw_semaphore n
#define DEFINE_SEMAPHORE(n) struct semaphore n = { 0, 1 }
#define DECLARE_COMPLETION(n) struct completion n
#define DECLARE_WAIT_QUEUE_HEAD(n) wait_queue_head_t n
#define __SPIN_LOCK_UNLOCKED(n) { 0 }
#define spin_lock_irqsave(l, flags) do { (flags) = _raw_spin_lock_irqsave(l); } while (0)
#define spin_lock_nested(l, n) spin_lock(l)
#define raw_spin_lock(l) _raw_spin_lock(l)
#define raw_spin_unlock(l) _raw_spin_unlock(l)
#define raw_spin_lock_irqsave(l, flags) do { (flags) = _raw_spin_lock_irqsave(l); } while (0)
#define raw_spin_unlock_irqrestore(l, flags) _raw_spin_unlock_irqrestore(l, flags)
#define DEFINE_RAW_SPINLOCK(n) raw_spinlock_t n
void _raw_spin_lock(raw_spinlock_t *);
void _raw_spin_unlock(raw_spinlock_t *);
void _raw_spin_unlock_irqrestore(raw_spinlock_t *, unsigned long);
int spin_trylock_bh(spinlock_t *);
int spin_trylock_irq(spinlock_t *);
#define spin_trylock_irqsave(l, flags) ({ (flags) = 0; spin_trylock(l); })
int _raw_read_trylock(rwlock_t *);
int _raw_write_trylock(rwlock_t *);
unsigned long _raw_read_lock_irqsave(rwlock_t *);
unsigned long _raw_write_lock_irqsave(rwlock_t *);
void _raw_read_unlock_irqrestore(rwlock_t *, unsigned long);
void _raw_write_unlock_irqrestore(rwlock_t *, unsigned long);
#define read_trylock(l) _raw_read_trylock(l)
#define write_trylock(l) _raw_write_trylock(l)
#define read_lock_irqsave(l, flags) do { (flags) = _raw_read_lock_irqsave(l); } while (0)
#define write_lock_irqsave(l, flags) do { (flags) = _raw_write_lock_irqsave(l); } while (0)
#define read_unlock_irqrestore(l, flags) _raw_read_unlock_irqrestore(l, flags)
#define write_unlock_irqrestore(l, flags) _raw_write_unlock_irqrestore(l, flags)
#define read_lock(l) _raw_read_lock(l)
#define read_unlock(l) _raw_read_unlock(l)
#define write_lock(l) _raw_write_lock(l)
#define write_unlock(l) _raw_write_unlock(l)
void spin_lock(spinlock_t *);
void spin_unlock(spinlock_t *);
void spin_lock_irq(spinlock_t *);
void spin_unlock_irq(spinlock_t *);
void spin_lock_bh(spinlock_t *);
void spin_unlock_bh(spinlock_t *);
int spin_trylock(spinlock_t *);
unsigned long _raw_spin_lock_irqsave(void *);
void spin_unlock_irqrestore(spinlock_t *, unsigned long);
void _raw_read_lock(rwlock_t *);
void _raw_read_unlock(rwlock_t *);
void _raw_write_lock(rwlock_t *);
void _raw_write_unlock(rwlock_t *);
void mutex_lock(struct mutex *);
int mutex_lock_interruptible(struct mutex *);
int mutex_lock_killable(struct mutex *);
int mutex_trylock(struct mutex *);
void mutex_unlock(struct mutex *);
void mutex_destroy(struct mutex *);
bool mutex_is_locked(struct mutex *);
void down_read(struct rw_semaphore *);
void up_read(struct rw_semaphore *);
void down_write(struct rw_semaphore *);
void up_write(struct rw_semaphore *);
void downgrade_write(struct rw_semaphore *);
int down_read_trylock(struct rw_semaphore *);
int down_write_trylock(struct rw_semaphore *);
int down_read_interruptible(struct rw_semaphore *);
int down_write_killable(struct rw_semaphore *);
int down_killable(struct semaphore *);
int down_timeout(struct semaphore *, long);
void mutex_lock_nested(struct mutex *, unsigned int);
int mutex_lock_interruptible_nested(struct mutex *, unsigned int);
void down(struct semaphore *);
int down_interruptible(struct semaphore *);
int down_trylock(struct semaphore *);
void up(struct semaphore *);
static inline void sema_init(struct semaphore *s, int n) { s->count = n; }
static inline void init_completion(struct completion *c) { c->done = 0; }
static inline void reinit_completion(struct completion *c) { c->done = 0; }
void complete(struct completion *);
void complete_all(struct completion *);
void wait_for_completion(struct completion *);
int wait_for_completion_interruptible(struct completion *);
unsigned long wait_for_completion_timeout(struct completion *, unsigned long);
int wait_for_completion_killable(struct completion *);
long wait_for_completion_interruptible_timeout(struct completion *, unsigned long);
bool try_wait_for_completion(struct completion *);
bool completion_done(struct completion *);
void rcu_read_lock(void);
void rcu_read_unlock(void);
void rcu_read_lock_bh(void);
void rcu_read_unlock_bh(void);
void local_bh_disable(void);
void local_bh_enable(void);
void synchronize_rcu(void);
void synchronize_net(void);
void rcu_barrier(void);
struct callback_head { struct callback_head *next; void (*func)(struct callback_head *); };
#define rcu_head callback_head
void call_rcu(struct rcu_head *, void (*)(struct rcu_head *));
#define rcu_dereference(p) READ_ONCE(p)
#define rcu_dereference_bh(p) READ_ONCE(p)
#define rcu_dereference_protected(p, c) (p)
#define rcu_access_pointer(p) READ_ONCE(p)
#define RCU_INIT_POINTER(p, v) WRITE_ONCE(p, (__typeof__(p))(v))
#define rcu_replace_pointer(p, v, c) ({ __typeof__(p) __old = rcu_dereference_protected(p, c); rcu_assign_pointer(p, v); __old; })
typedef struct seqcount { unsigned int sequence; } seqcount_t;
typedef struct { seqcount_t seqcount; spinlock_t lock; } seqlock_t;
#define DEFINE_SEQLOCK(n) seqlock_t n
#define SEQCNT_ZERO(n) { 0 }
#define seqlock_init(l) do { (l)->seqcount.sequence = 0; spin_lock_init(&(l)->lock); } while (0)
#define seqcount_init(s) do { (s)->sequence = 0; } while (0)
unsigned int read_seqbegin(const seqlock_t *);
unsigned int read_seqretry(const seqlock_t *, unsigned int);
unsigned int __seqprop_sequence(const seqcount_t *);
int do_read_seqcount_retry(const seqcount_t *, unsigned int);
void do_raw_write_seqcount_begin(seqcount_t *);
void do_raw_write_seqcount_end(seqcount_t *);
#define read_seqcount_begin(s) __seqprop_sequence(s)
#define read_seqcount_retry(s, start) do_read_seqcount_retry(s, start)
#define write_seqcount_begin(s) do_raw_write_seqcount_begin(s)
#define write_seqcount_end(s) do_raw_write_seqcount_end(s)
static inline void write_seqlock(seqlock_t *l) { spin_lock(&l->lock); write_seqcount_begin(&l->seqcount); }
static inline void write_sequnlock(seqlock_t *l) { write_seqcount_end(&l->seqcount); spin_unlock(&l->lock); }
void bit_spin_lock(int, unsigned long *);
int bit_spin_trylock(int, unsigned long *);
void bit_spin_unlock(int, unsigned long *);
int wait_on_bit(unsigned long *, int, unsigned int);
int wake_up_bit(void *, int);
#define TASK_INTERRUPTIBLE 1
#define TASK_UNINTERRUPTIBLE 2

/* ---- counters and bits */
typedef struct { int counter; } atomic_t;
typedef struct { s64 counter; } atomic64_t;
#define ATOMIC_INIT(i) { (i) }
static inline int atomic_read(const atomic_t *v) { return __atomic_load_n(&v->counter, __ATOMIC_RELAXED); }
static inline void atomic_set(atomic_t *v, int i) { __atomic_store_n(&v->counter, i, __ATOMIC_RELAXED); }
static inline void atomic_add(int i, atomic_t *v) { __atomic_fetch_add(&v->counter, i, __ATOMIC_SEQ_CST); }
static inline void atomic_sub(int i, atomic_t *v) { __atomic_fetch_sub(&v->counter, i, __ATOMIC_SEQ_CST); }
static inline void atomic_inc(atomic_t *v) { atomic_add(1, v); }
static inline void atomic_dec(atomic_t *v) { atomic_sub(1, v); }
static inline int atomic_add_return(int i, atomic_t *v) { return __atomic_add_fetch(&v->counter, i, __ATOMIC_SEQ_CST); }
static inline int atomic_inc_return(atomic_t *v) { return atomic_add_return(1, v); }
static inline int atomic_dec_return(atomic_t *v) { return atomic_add_return(-1, v); }
static inline bool atomic_dec_and_test(atomic_t *v) { return atomic_dec_return(v) == 0; }
static inline bool atomic_inc_and_test(atomic_t *v) { return atomic_inc_return(v) == 0; }
static inline int atomic_xchg(atomic_t *v, int i) { return __atomic_exchange_n(&v->counter, i, __ATOMIC_SEQ_CST); }
static inline int atomic_cmpxchg(atomic_t *v, int o, int n) { return __sync_val_compare_and_swap(&v->counter, o, n); }
static inline bool atomic_add_unless(atomic_t *v, int n, int u) { int o = atomic_read(v); for (;;) { int was; if (o == u) return 0; was = atomic_cmpxchg(v, o, o + n); if (was == o) return 1; o = was; } }
static inline bool atomic_inc_not_zero(atomic_t *v) { return atomic_add_unless(v, 1, 0); }
static inline s64 atomic64_read(const atomic64_t *v) { return __atomic_load_n(&v->counter, __ATOMIC_RELAXED); }
static inline void atomic64_set(atomic64_t *v, s64 i) { __atomic_store_n(&v->counter, i, __ATOMIC_RELAXED); }
static inline void atomic64_add(s64 i, atomic64_t *v) { __atomic_fetch_add(&v->counter, i, __ATOMIC_SEQ_CST); }
static inline void atomic64_inc(atomic64_t *v) { atomic64_add(1, v); }
typedef struct { atomic_t refs; } refcount_t;
#define REFCOUNT_INIT(n) { ATOMIC_INIT(n) }
static inline void refcount_set(refcount_t *r, int n) { atomic_set(&r->refs, n); }
static inline unsigned int refcount_read(const refcount_t *r) { return atomic_read(&r->refs); }
static inline void refcount_inc(refcount_t *r) { atomic_inc(&r->refs); }
static inline bool refcount_inc_not_zero(refcount_t *r) { return atomic_inc_not_zero(&r->refs); }
static inline bool refcount_dec_and_test(refcount_t *r) { return atomic_dec_and_test(&r->refs); }
bool refcount_dec_and_lock(refcount_t *, spinlock_t *);
bool refcount_dec_and_mutex_lock(refcount_t *, struct mutex *);
bool refcount_dec_if_one(refcount_t *);
bool refcount_dec_not_one(refcount_t *);
struct kref { refcount_t refcount; };
static inline void kref_init(struct kref *k) { refcount_set(&k->refcount, 1); }
static inline void kref_get(struct kref *k) { refcount_inc(&k->refcount); }
static inline int kref_get_unless_zero(struct kref *k) { return refcount_inc_not_zero(&k->refcount); }
static inline int kref_put(struct kref *k, void (*release)(struct kref *)) { if (refcount_dec_and_test(&k->refcount)) { release(k); return 1; } return 0; }
static inline int kref_put_mutex(struct kref *k, void (*release)(struct kref *), struct mutex *m) { if (refcount_dec_and_mutex_lock(&k->refcount, m)) { release(k); return 1; } return 0; }
static inline int kref_put_lock(struct kref *k, void (*release)(struct kref *), spinlock_t *l) { if (refcount_dec_and_lock(&k->refcount, l)) { release(k); return 1; } return 0; }
#define HEDDLE_WORD(nr, p) ((unsigned long *)(p) + (nr) / 64)
#define HEDDLE_MASK(nr) (1UL << ((nr) % 64))
static inline void set_bit(long nr, volatile unsigned long *p) { __atomic_fetch_or(HEDDLE_WORD(nr, p), HEDDLE_MASK(nr), __ATOMIC_SEQ_CST); }
static inline void clear_bit(long nr, volatile unsigned long *p) { __atomic_fetch_and(HEDDLE_WORD(nr, p), ~HEDDLE_MASK(nr), __ATOMIC_SEQ_CST); }
static inline void clear_bit_unlock(long nr, volatile unsigned long *p) { clear_bit(nr, p); }
static inline bool test_bit(long nr, const volatile unsigned long *p) { return (__atomic_load_n(HEDDLE_WORD(nr, p), __ATOMIC_RELAXED) & HEDDLE_MASK(nr)) != 0; }
static inline bool test_and_set_bit(long nr, volatile unsigned long *p) { return (__atomic_fetch_or(HEDDLE_WORD(nr, p), HEDDLE_MASK(nr), __ATOMIC_SEQ_CST) & HEDDLE_MASK(nr)) != 0; }
static inline bool test_and_clear_bit(long nr, volatile unsigned long *p) { return (__atomic_fetch_and(HEDDLE_WORD(nr, p), ~HEDDLE_MASK(nr), __ATOMIC_SEQ_CST) & HEDDLE_MASK(nr)) != 0; }
static inline void __set_bit(long nr, unsigned long *p) { *HEDDLE_WORD(nr, p) |= HEDDLE_MASK(nr); }
static inline void __clear_bit(long nr, unsigned long *p) { *HEDDLE_WORD(nr, p) &= ~HEDDLE_MASK(nr); }

/* ---- lists */
struct list_head { struct list_head *next, *prev; };
#define LIST_HEAD(n) struct list_head n = { &(n), &(n) }
static inline void INIT_LIST_HEAD(struct list_head *l) { l->next = l; l->prev = l; }
static inline void __list_add(struct list_head *n, struct list_head *p, struct list_head *x) { x->prev = n; n->next = x; n->prev = p; p->next = n; }
static inline void list_add(struct list_head *n, struct list_head *h) { __list_add(n, h, h->next); }
static inline void list_add_tail(struct list_head *n, struct list_head *h) { __list_add(n, h->prev, h); }
static inline void list_del(struct list_head *e) { e->next->prev = e->prev; e->prev->next = e->next; }
static inline bool list_empty(const struct list_head *h) { return h->next == h; }
#define list_entry(p, t, m) container_of(p, t, m)
#define list_first_entry(p, t, m) list_entry((p)->next, t, m)
#define list_for_each_entry(e, h, m) for (e = list_entry((h)->next, __typeof__(*e), m); &e->m != (h); e = list_entry(e->m.next, __typeof__(*e), m))
#define list_for_each_entry_safe(e, n, h, m) \
	for (e = list_entry((h)->next, __typeof__(*e), m), n = list_entry(e->m.next, __typeof__(*e), m); &e->m != (h); e = n, n = list_entry(n->m.next, __typeof__(*e), m))

/* ---- memory, users, devices */
void kfree(const void *);
void kvfree(const void *);
void vfree(const void *);
char *kstrdup(const char *, gfp_t);
void *kmemdup(const void *, size_t, gfp_t);
struct kmem_cache;
struct kmem_cache *kmem_cache_create(const char *, unsigned int, unsigned int, unsigned int, void (*)(void *));
void kmem_cache_destroy(struct kmem_cache *);
void *kmem_cache_alloc(struct kmem_cache *, gfp_t);
void *kmem_cache_zalloc(struct kmem_cache *, gfp_t);
void kmem_cache_free(struct kmem_cache *, void *);
unsigned long __get_free_pages(gfp_t, unsigned int);
unsigned long get_zeroed_page(gfp_t);
void free_pages(unsigned long, unsigned int);
#define __get_free_page(gfp) __get_free_pages(gfp, 0)
#define free_page(p) free_pages(p, 0)
void *dma_alloc_coherent(struct device *, size_t, dma_addr_t *, gfp_t);
void dma_free_coherent(struct device *, size_t, void *, dma_addr_t);
int sprintf(char *, const char *, ...) __printf(2, 3);
int snprintf(char *, size_t, const char *, ...) __printf(3, 4);
int scnprintf(char *, size_t, const char *, ...) __printf(3, 4);
int sysfs_emit(char *, const char *, ...) __printf(2, 3);
char *kasprintf(gfp_t, const char *, ...) __printf(2, 3);
void *memcpy(void *, const void *, size_t);
void *memmove(void *, const void *, size_t);
void *memset(void *, int, size_t);
int memcmp(const void *, const void *, size_t);
size_t strlen(const char *);
int strcmp(const char *, const char *);
int strncmp(const char *, const char *, size_t);
unsigned long copy_from_user(void *, const void *, unsigned long);
unsigned long copy_to_user(void *, const void *, unsigned long);
u8 readb(const volatile void *);
u16 readw(const volatile void *);
u32 readl(const volatile void *);
u64 readq(const volatile void *);
void writeb(u8, volatile void *);
void writew(u16, volatile void *);
void writel(u32, volatile void *);
void writeq(u64, volatile void *);
u8 ioread8(const void *);
u16 ioread16(const void *);
u32 ioread32(const void *);
void iowrite8(u8, void *);
void iowrite16(u16, void *);
void iowrite32(u32, void *);
u8 inb(int);
u16 inw(int);
u32 inl(int);
void outb(u8, int);
void outw(u16, int);
void outl(u32, int);
void *ioremap(phys_addr_t, unsigned long);
void iounmap(volatile void *);
void msleep(unsigned int);
void usleep_range(unsigned long, unsigned long);
void schedule(void);
void cpu_relax(void);

/* ---- modules */
struct module;
extern struct module __this_module;
#define MODULE_LICENSE(x)
#define MODULE_AUTHOR(x)
#define MODULE_DESCRIPTION(x)
#define MODULE_ALIAS(x)
#define MODULE_VERSION(x)
#define MODULE_PARM_DESC(n, x)
struct kernel_param { const void *arg; };
#define module_param(n, t, p) module_param_named(n, n, t, p)
#define module_param_named(n, v, t, p) static const struct kernel_param __param_##n = { &(v) };

/* ---- devices and files */
struct device { struct device *parent; void *driver_data; void *platform_data; };
static inline void *dev_get_drvdata(const struct device *d) { return d->driver_data; }
static inline void dev_set_drvdata(struct device *d, void *x) { d->driver_data = x; }
#define dev_err(d, ...) ((void)(d), (void)printk(__VA_ARGS__))
#define dev_warn(d, ...) dev_err(d, __VA_ARGS__)
#define dev_info(d, ...) dev_err(d, __VA_ARGS__)
#define dev_dbg(d, ...) do { if (0) dev_err(d, __VA_ARGS__); } while (0)
void *devm_kzalloc(struct device *, size_t, gfp_t);
struct attribute { const char *name; umode_t mode; };
struct device_attribute {
	struct attribute attr;
	ssize_t (*show)(struct device *, struct device_attribute *, char *);
	ssize_t (*store)(struct device *, struct device_attribute *, const char *, size_t);
};
#define DEVICE_ATTR(n, m, s, t) struct device_attribute dev_attr_##n = { { #n, m }, s, t }
#define DEVICE_ATTR_RW(n) struct device_attribute dev_attr_##n = { { #n, 0644 }, n##_show, n##_store }
#define DEVICE_ATTR_RO(n) struct device_attribute dev_attr_##n = { { #n, 0444 }, n##_show, NULL }
int device_create_file(struct device *, const struct device_attribute *);
void device_remove_file(struct device *, const struct device_attribute *);
struct platform_device { const char *name; int id; struct device dev; };
struct attribute_group;
struct device_driver { const char *name; struct module *owner; const struct attribute_group **dev_groups; };
struct platform_driver {
	int (*probe)(struct platform_device *);
	int (*remove)(struct platform_device *);
	void (*shutdown)(struct platform_device *);
	struct device_driver driver;
};
int platform_driver_register(struct platform_driver *);
void platform_driver_unregister(struct platform_driver *);
static inline void *platform_get_drvdata(const struct platform_device *p) { return p->dev.driver_data; }
static inline void platform_set_drvdata(struct platform_device *p, void *x) { p->dev.driver_data = x; }
#define module_platform_driver(d) \
	static int d##_init(void) { return platform_driver_register(&(d)); } module_init(d##_init) \
	static void d##_exit(void) { platform_driver_unregister(&(d)); } module_exit(d##_exit)
struct cdev { struct module *owner; };
struct inode { dev_t i_rdev; struct cdev *i_cdev; void *i_private; };
struct file { void *private_data; unsigned int f_flags; umode_t f_mode; loff_t f_pos; };
struct poll_table_struct;
typedef struct poll_table_struct poll_table;
struct vm_area_struct;
struct file_operations {
	struct module *owner;
	loff_t (*llseek)(struct file *, loff_t, int);
	ssize_t (*read)(struct file *, char *, size_t, loff_t *);
	ssize_t (*write)(struct file *, const char *, size_t, loff_t *);
	__poll_t (*poll)(struct file *, struct poll_table_struct *);
	long (*unlocked_ioctl)(struct file *, unsigned int, unsigned long);
	long (*compat_ioctl)(struct file *, unsigned int, unsigned long);
	int (*mmap)(struct file *, struct vm_area_struct *);
	int (*open)(struct inode *, struct file *);
	int (*flush)(struct file *, void *);
	int (*release)(struct inode *, struct file *);
	int (*fasync)(int, struct file *, int);
};
#define O_NONBLOCK 04000
loff_t no_llseek(struct file *, loff_t, int);
int stream_open(struct inode *, struct file *);
#define _IO(t, n) (((t) << 8) | (n))
#define _IOR(t, n, x) (2U << 30 | sizeof(x) << 16 | _IO(t, n))
#define _IOW(t, n, x) (1U << 30 | sizeof(x) << 16 | _IO(t, n))
#define _IOWR(t, n, x) (3U << 30 | sizeof(x) << 16 | _IO(t, n))
#define MISC_DYNAMIC_MINOR 255
struct miscdevice { int minor; const char *name; const struct file_operations *fops; struct device *this_device; };
int misc_register(struct miscdevice *);
void misc_deregister(struct miscdevice *);

/* ---- timers, work, interrupts */
extern unsigned long volatile jiffies;
#define time_after(a, b) ((long)((b) - (a)) < 0)
#define time_before(a, b) time_after(b, a)
unsigned long msecs_to_jiffies(unsigned int);
struct timer_list { unsigned long expires; void (*function)(struct timer_list *); };
#define DEFINE_TIMER(n, f) struct timer_list n = { 0, f }
#define from_timer(v, t, m) container_of(t, __typeof__(*v), m)
void timer_setup(struct timer_list *, void (*)(struct timer_list *), unsigned int);
int mod_timer(struct timer_list *, unsigned long);
void add_timer(struct timer_list *);
int del_timer(struct timer_list *);
int del_timer_sync(struct timer_list *);
struct work_struct { void (*func)(struct work_struct *); };
struct delayed_work { struct work_struct work; struct timer_list timer; };
#define INIT_WORK(w, f) do { (w)->func = (f); } while (0)
#define INIT_DELAYED_WORK(w, f) do { (w)->work.func = (f); } while (0)
#define DECLARE_WORK(n, f) struct work_struct n = { f }
bool schedule_work(struct work_struct *);
bool cancel_work_sync(struct work_struct *);
bool schedule_delayed_work(struct delayed_work *, unsigned long);
bool cancel_delayed_work_sync(struct delayed_work *);
bool cancel_work(struct work_struct *);
bool flush_work(struct work_struct *);
bool cancel_delayed_work(struct delayed_work *);
int timer_delete_sync(struct timer_list *);
typedef enum { IRQ_NONE, IRQ_HANDLED, IRQ_WAKE_THREAD } irqreturn_t;
typedef irqreturn_t (*irq_handler_t)(int, void *);
#define IRQF_SHARED 0x80
int request_threaded_irq(unsigned int, irq_handler_t, irq_handler_t, unsigned long, const char *, void *);
static inline int request_irq(unsigned int n, irq_handler_t h, unsigned long f, const char *name, void *x) { return request_threaded_irq(n, h, NULL, f, name, x); }
const void *free_irq(unsigned int, void *);
int platform_get_irq(struct platform_device *, unsigned int);

#endif
