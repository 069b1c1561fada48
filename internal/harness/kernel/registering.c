/* What the functions mean with which a Linux driver gives its functions to the kernel, and takes them back. The parts that a driver needs are read behind it, as C. A part begins with a line

       @part NAME...

   and is taken if the driver declares the function NAME and headers do not define it; NAME:FORM, if its type has that form (cfront.Form), too; a part named =NAME is taken if another part that is taken says NAME.

   What a function of the kernel does with what the driver gave it takes part in races: what it does under a lock of the kernel's is atomic, what it leaves to its caller to lock is plain. What functions
   named heddle_ do takes part in none. In the parts stand lines

       @calls(OPS, STRUCT, TYPE = EXPR, ...)     from here on, any number of calls, at the same time, of the functions that are in OPS, a pointer to such a struct; but not of those that
                                                 a line @call names
       @given(FUNCTION, WHAT, TYPE = EXPR, ...)  the same, of FUNCTION, a value, which is one of those whose role is WHAT; 0: of all of these, if CONDITION: of all on that condition; with
                                                 STRUCT.MEMBER for WHAT, of that member, which @calls leaves out then
       @once(FUNCTION, WHAT, TYPE = EXPR, ...)   the same, of one call at most
       @call(RESULT, OPS, STRUCT.MEMBER, TYPE = EXPR, ...)   a call here, in this thread
       @callback(RESULT, OPS, STRUCT.MEMBER, TYPE = EXPR, ...)   the same, in whichever thread of the driver's this is: it is no entry point; with WHAT for STRUCT.MEMBER, OPS is the function
       @wait(STRUCT) @wait(WHAT) @wait(if CONDITION, WHAT)   until none of the calls of these runs that are counted for everybody; a call is counted from where it is enabled

       @leave(WHAT, EXPR)                        what rules of scope object exclude calls of these from ends here, in the middle of one for EXPR

       @one, @any, @end                          around lines for a driver that makes one platform device of its own, and for others
       @has STRUCT, @has WHAT, @unless STRUCT.MEMBER   the same, for drivers that give such functions away, or do not
       @uses NAME...                             the same, for drivers that use one of these functions or variables of the kernel

   TYPE = EXPR are the arguments by their types; what is not listed is the call's own: numbers are anything, memory is new. A result that is not void is negative if a call failed.
   first = STATEMENT is what happens when the first lock that rules ask for was taken, last = STATEMENT before it is left; in started threads, $1, $2, ... are the arguments of the call, and $object is
   the object. counted = POINTER is where calls are counted
   which are waited for there alone, in an unsigned int; counted exactly = POINTER the same, in an unsigned long, of calls all of which the kernel waits for there: proofs rest on that, and on no other wait. bound = POINTER: counted, of those among
   them that are made only while a device is bound. */

@part misc_register
int misc_register(struct miscdevice *m)
{
	if (__heddle_nondet_bool())
		return -12;
	heddle_files(m->fops, m, 0, 0);
	return 0;
}

@part misc_deregister
void misc_deregister(struct miscdevice *m)
{
	heddle_no_more_opens();
}

@part cdev_add
int cdev_add(struct cdev *c, dev_t dev, unsigned int n)
{
	if (__heddle_nondet_bool())
		return -12;
	heddle_files(c->ops, 0, c, 0);
	return 0;
}

@part cdev_device_add
int cdev_device_add(struct cdev *c, struct device *dev)
{
	if (__heddle_nondet_bool())
		return -12;
	heddle_files(c->ops, 0, c, 0);
	return 0;
}

@part cdev_del
void cdev_del(struct cdev *c)
{
	heddle_no_more_opens();
}

@part __register_chrdev
int __register_chrdev(unsigned int major, unsigned int minor, unsigned int n, const char *name, const struct file_operations *ops)
{
	if (__heddle_nondet_bool())
		return -16;
	heddle_files(ops, 0, 0, 0);
	return 0;
}

@part __unregister_chrdev
void __unregister_chrdev(unsigned int major, unsigned int minor, unsigned int n, const char *name)
{
	heddle_no_more_opens();
}

@part usb_register_dev
int usb_register_dev(struct usb_interface *intf, struct usb_class_driver *c)
{
	if (__heddle_nondet_bool())
		return -16;
	intf->minor = __heddle_nondet_int();
	heddle_usb_files(intf);
	heddle_files(c->fops, 0, 0, 0);
	return 0;
}

@part usb_deregister_dev
void usb_deregister_dev(struct usb_interface *intf, struct usb_class_driver *c)
{
	heddle_usb_no_files(intf);
	heddle_no_more_opens();
}

@part debugfs_create_file
struct dentry *debugfs_create_file(const char *name, umode_t mode, struct dentry *parent, void *data, const struct file_operations *ops)
{
	heddle_files(ops, 0, 0, data);
	return (struct dentry *)-19L;
}

@part =heddle_running
struct heddle_open {
	struct file file;
	struct inode inode;
	unsigned long running;
};

static unsigned long *heddle_running(struct file *file)
{
	return &((struct heddle_open *)file)->running;
}

@part =heddle_files
struct cdev;
static unsigned int heddle_opening;
static unsigned long heddle_owned;

static void heddle_file(const struct file_operations *ops, void *data, struct cdev *cdev, void *private, _Bool owned)
{
	struct heddle_open *o = __heddle_alloc(sizeof(*o), 1);
	struct file *file = &o->file;
	struct inode *inode = &o->inode;
	unsigned long *running = heddle_running(file);
	int failed = 0;

	inode->i_rdev = __heddle_nondet_uint();
	inode->i_cdev = cdev;
	inode->i_private = private;
	file->private_data = data;
	file->f_flags = __heddle_nondet_uint();
	file->f_mode = __heddle_nondet_uint();
	@call(failed, ops, file_operations.open, struct file * = file, struct inode * = inode)
	__atomic_fetch_sub(&heddle_opening, 1, __ATOMIC_SEQ_CST);
	if (!failed) {
		@calls(ops, file_operations, struct file * = file, struct inode * = inode, counted exactly = running)
		__heddle_atomic_begin();
		__heddle_assume(*running == 0);
		__heddle_atomic_end();
		@call(failed, ops, file_operations.release, struct file * = file, struct inode * = inode)
	}
	__atomic_fetch_sub(&heddle_owned, owned, __ATOMIC_SEQ_CST);
}

static void heddle_files(const struct file_operations *ops, void *data, struct cdev *cdev, void *private)
{
	_Bool owned = ops->owner != 0;

	while (__heddle_nondet_bool()) {
		__atomic_fetch_add(&heddle_opening, 1, __ATOMIC_SEQ_CST);
		__atomic_fetch_add(&heddle_owned, owned, __ATOMIC_SEQ_CST);
		__heddle_spawn(0, heddle_file, ops, data, cdev, private, owned);
	}
}

/* Nothing is opened any more. Files that are open stay so. */
static void heddle_no_more_opens(void)
{
	__heddle_atomic_begin();
	__heddle_assume(heddle_opening == 0);
	__heddle_atomic_end();
}

@part proc_create
struct proc_dir_entry *proc_create(const char *name, umode_t mode, struct proc_dir_entry *parent, const struct proc_ops *ops)
{
	return heddle_procs(ops, 0);
}

@part proc_create_data
struct proc_dir_entry *proc_create_data(const char *name, umode_t mode, struct proc_dir_entry *parent, const struct proc_ops *ops, void *data)
{
	return heddle_procs(ops, data);
}

@part =heddle_procs
static unsigned long heddle_in_proc;

static void heddle_proc(const struct proc_ops *ops, void *data)
{
	struct heddle_open *o = __heddle_alloc(sizeof(*o), 1);
	struct file *file = &o->file;
	struct inode *inode = &o->inode;
	unsigned long *running = heddle_running(file);
	int failed = 0;

	inode->i_private = data;
	file->f_inode = inode;
	file->f_flags = __heddle_nondet_uint();
	file->f_mode = __heddle_nondet_uint();
	@call(failed, ops, proc_ops.proc_open, struct file * = file, struct inode * = inode)
	if (!failed) {
		@calls(ops, proc_ops, struct file * = file, struct inode * = inode, counted exactly = running)
		__heddle_atomic_begin();
		__heddle_assume(*running == 0);
		__heddle_atomic_end();
		@call(failed, ops, proc_ops.proc_release, struct file * = file, struct inode * = inode)
	}
	__atomic_fetch_sub(&heddle_in_proc, 1, __ATOMIC_SEQ_CST);
}

static struct proc_dir_entry *heddle_procs(const struct proc_ops *ops, void *data)
{
	if (__heddle_nondet_bool())
		return 0;
	while (__heddle_nondet_bool()) {
		__atomic_fetch_add(&heddle_in_proc, 1, __ATOMIC_SEQ_CST);
		__heddle_spawn(0, heddle_proc, ops, data);
	}
	return __heddle_alloc(1, 1);
}

/* What runs is waited for, and what is open is released then (fs/proc/inode.c:proc_entry_rundown). */
static void heddle_no_procs(void)
{
	__heddle_atomic_begin();
	__heddle_assume(heddle_in_proc == 0);
	__heddle_atomic_end();
}

@part pde_data
void *pde_data(const struct inode *inode)
{
	return inode->i_private;
}

@part remove_proc_entry
void remove_proc_entry(const char *name, struct proc_dir_entry *parent)
{
	heddle_no_procs();
}

@part proc_remove
void proc_remove(struct proc_dir_entry *entry)
{
	if (entry)
		heddle_no_procs();
}

@part remove_proc_subtree
int remove_proc_subtree(const char *name, struct proc_dir_entry *parent)
{
	heddle_no_procs();
	return 0;
}

@part mod_timer
int mod_timer(struct timer_list *t, unsigned long expires)
{
	__atomic_store_n(&t->expires, expires, __ATOMIC_SEQ_CST);
	heddle_timer(t);
	return __heddle_nondet_bool();
}

@part mod_timer_pending
int mod_timer_pending(struct timer_list *t, unsigned long expires)
{
	__atomic_store_n(&t->expires, expires, __ATOMIC_SEQ_CST);
	heddle_timer(t);
	return __heddle_nondet_bool();
}

@part timer_reduce
int timer_reduce(struct timer_list *t, unsigned long expires)
{
	__atomic_store_n(&t->expires, expires, __ATOMIC_SEQ_CST);
	heddle_timer(t);
	return __heddle_nondet_bool();
}

@part add_timer
void add_timer(struct timer_list *t)
{
	(void)__atomic_load_n(&t->expires, __ATOMIC_SEQ_CST);
	heddle_timer(t);
}

@part add_timer_on
void add_timer_on(struct timer_list *t, int cpu)
{
	(void)__atomic_load_n(&t->expires, __ATOMIC_SEQ_CST);
	heddle_timer(t);
}

@part del_timer
int del_timer(struct timer_list *t)
{
	return __heddle_nondet_bool();
}

@part timer_delete
int timer_delete(struct timer_list *t)
{
	return __heddle_nondet_bool();
}

@part del_timer_sync
int del_timer_sync(struct timer_list *t)
{
	@wait(timer)
	return __heddle_nondet_bool();
}

@part timer_delete_sync
int timer_delete_sync(struct timer_list *t)
{
	@wait(timer)
	return __heddle_nondet_bool();
}

@part timer_shutdown_sync
int timer_shutdown_sync(struct timer_list *t)
{
	@wait(timer)
	return __heddle_nondet_bool();
}

@part init_timer_key
void init_timer_key(struct timer_list *t, void (*f)(struct timer_list *), unsigned int flags, const char *name, struct lock_class_key *key)
{
	t->function = f;
}

@part timer_setup
void timer_setup(struct timer_list *t, void (*f)(struct timer_list *), unsigned int flags)
{
	t->function = f;
}

@part =heddle_timer
static void heddle_timer(struct timer_list *t)
{
	@once(t->function, timer, struct timer_list * = t)
}

@part register_reboot_notifier
int register_reboot_notifier(struct notifier_block *nb)
{
	if (__heddle_nondet_bool())
		return -12;
	@calls(nb, notifier_block, struct notifier_block * = nb)
	return 0;
}

@part unregister_reboot_notifier
int unregister_reboot_notifier(struct notifier_block *nb)
{
	@wait(notifier_block)
	return 0;
}

@part atomic_notifier_chain_register
int atomic_notifier_chain_register(struct atomic_notifier_head *nh, struct notifier_block *nb)
{
	if (__heddle_nondet_bool())
		return -17;
@uses panic_notifier_list
	if (nh == &panic_notifier_list)
		return 0; /* nothing else runs then, or goes on behind it */
@end
	@calls(nb, notifier_block, struct notifier_block * = nb)
	return 0;
}

@part atomic_notifier_chain_unregister
int atomic_notifier_chain_unregister(struct atomic_notifier_head *nh, struct notifier_block *nb)
{
	@wait(notifier_block)
	return 0;
}

@part blocking_notifier_chain_register
int blocking_notifier_chain_register(struct blocking_notifier_head *nh, struct notifier_block *nb)
{
	if (__heddle_nondet_bool())
		return -17;
	@calls(nb, notifier_block, struct notifier_block * = nb)
	return 0;
}

@part blocking_notifier_chain_unregister
int blocking_notifier_chain_unregister(struct blocking_notifier_head *nh, struct notifier_block *nb)
{
	@wait(notifier_block)
	return 0;
}

@part raw_notifier_chain_register
int raw_notifier_chain_register(struct raw_notifier_head *nh, struct notifier_block *nb)
{
	if (__heddle_nondet_bool())
		return -17;
	@calls(nb, notifier_block, struct notifier_block * = nb)
	return 0;
}

@part raw_notifier_chain_unregister
int raw_notifier_chain_unregister(struct raw_notifier_head *nh, struct notifier_block *nb)
{
	@wait(notifier_block)
	return 0;
}

@part srcu_notifier_chain_register
int srcu_notifier_chain_register(struct srcu_notifier_head *nh, struct notifier_block *nb)
{
	if (__heddle_nondet_bool())
		return -17;
	@calls(nb, notifier_block, struct notifier_block * = nb)
	return 0;
}

@part srcu_notifier_chain_unregister
int srcu_notifier_chain_unregister(struct srcu_notifier_head *nh, struct notifier_block *nb)
{
	@wait(notifier_block)
	return 0;
}

@part register_netdevice_notifier
int register_netdevice_notifier(struct notifier_block *nb)
{
	if (__heddle_nondet_bool())
		return -17;
	@calls(nb, notifier_block, struct notifier_block * = nb)
	return 0;
}

@part unregister_netdevice_notifier
int unregister_netdevice_notifier(struct notifier_block *nb)
{
	@wait(notifier_block)
	return 0;
}

@part register_inetaddr_notifier
int register_inetaddr_notifier(struct notifier_block *nb)
{
	if (__heddle_nondet_bool())
		return -17;
	@calls(nb, notifier_block, struct notifier_block * = nb)
	return 0;
}

@part unregister_inetaddr_notifier
int unregister_inetaddr_notifier(struct notifier_block *nb)
{
	@wait(notifier_block)
	return 0;
}

@part register_cpu_notifier
int register_cpu_notifier(struct notifier_block *nb)
{
	if (__heddle_nondet_bool())
		return -17;
	@calls(nb, notifier_block, struct notifier_block * = nb)
	return 0;
}

@part unregister_cpu_notifier
int unregister_cpu_notifier(struct notifier_block *nb)
{
	@wait(notifier_block)
	return 0;
}

@part register_pm_notifier
int register_pm_notifier(struct notifier_block *nb)
{
	if (__heddle_nondet_bool())
		return -17;
	@calls(nb, notifier_block, struct notifier_block * = nb)
	return 0;
}

@part unregister_pm_notifier
int unregister_pm_notifier(struct notifier_block *nb)
{
	@wait(notifier_block)
	return 0;
}

@part register_keyboard_notifier
int register_keyboard_notifier(struct notifier_block *nb)
{
	if (__heddle_nondet_bool())
		return -17;
	@calls(nb, notifier_block, struct notifier_block * = nb)
	return 0;
}

@part unregister_keyboard_notifier
int unregister_keyboard_notifier(struct notifier_block *nb)
{
	@wait(notifier_block)
	return 0;
}

@part request_threaded_irq
int request_threaded_irq(unsigned int irq, irq_handler_t handler, irq_handler_t fn, unsigned long flags, const char *name, void *dev)
{
	return heddle_interrupt(irq, handler, fn, dev);
}

@part devm_request_threaded_irq
int devm_request_threaded_irq(struct device *device, unsigned int irq, irq_handler_t handler, irq_handler_t fn, unsigned long flags, const char *name, void *dev)
{
	return heddle_interrupt(irq, handler, fn, dev);
}

@part request_any_context_irq
int request_any_context_irq(unsigned int irq, irq_handler_t handler, unsigned long flags, const char *name, void *dev)
{
	return heddle_interrupt(irq, handler, 0, dev);
}

@part devm_request_any_context_irq
int devm_request_any_context_irq(struct device *device, unsigned int irq, irq_handler_t handler, unsigned long flags, const char *name, void *dev)
{
	return heddle_interrupt(irq, handler, 0, dev);
}

@part pci_request_irq
int pci_request_irq(struct pci_dev *pdev, unsigned int nr, irq_handler_t handler, irq_handler_t fn, void *dev, const char *fmt, ...)
{
	return heddle_interrupt(__heddle_nondet_uint(), handler, fn, dev);
}

@part =heddle_interrupt
static int heddle_interrupt(unsigned int irq, irq_handler_t handler, irq_handler_t fn, void *dev)
{
	struct heddle_handler *h;

	if (__heddle_nondet_bool())
		return -16;
	h = heddle_handlers_new(irq);
	@given(handler, interrupt handler, object = h, number = irq, void * = dev, first = heddle_handlers_begin($object), last = heddle_handlers_end($object))
	@given(fn, threaded interrupt handler, object = (char *)h + 1, number = irq, void * = dev)
	return 0;
}

/* Handlers that were requested. A handler does not begin while its line is disabled; its thread may, as what woke it came before. */
@part =heddle_handlers
struct heddle_handler {
	char locks[16]; /* of rules */
	unsigned int irq;
	unsigned int disabled; /* how often */
	unsigned int running;
	struct heddle_handler *before;
};

@uses disable_irq disable_irq_nosync disable_hardirq
static struct heddle_handler *heddle_handlers;

@end
static struct heddle_handler *heddle_handlers_new(unsigned int irq)
{
	struct heddle_handler *h = __heddle_alloc(sizeof(*h), 1);

@uses disable_irq disable_irq_nosync disable_hardirq
	h->irq = irq;
	__heddle_atomic_begin();
	h->before = heddle_handlers;
	heddle_handlers = h;
	__heddle_atomic_end();
@end
	return h;
}

static void heddle_handlers_begin(struct heddle_handler *h)
{
@uses disable_irq disable_irq_nosync disable_hardirq
	__heddle_atomic_begin();
	__heddle_assume(h->disabled == 0);
	h->running++;
	__heddle_atomic_end();
@end
}

static void heddle_handlers_end(struct heddle_handler *h)
{
@uses disable_irq disable_irq_nosync disable_hardirq
	__atomic_fetch_sub(&h->running, 1, __ATOMIC_SEQ_CST);
@end
}

@uses disable_irq disable_irq_nosync disable_hardirq
static void heddle_handlers_turn(struct heddle_handler *h, unsigned int irq, _Bool on, _Bool waits)
{
	if (h->irq != irq)
		return;
	__heddle_atomic_begin();
	h->disabled += on ? -(h->disabled > 0) : 1;
	__heddle_atomic_end();
	if (waits) {
		__heddle_atomic_begin();
		__heddle_assume(h->running == 0);
		__heddle_atomic_end();
	}
}

/* All lines of a number are disabled, and enabled again as often. The first is looked at apart from the others: most drivers have no more. */
static void heddle_handlers_of(unsigned int irq, _Bool on, _Bool waits)
{
	struct heddle_handler *h = __atomic_load_n(&heddle_handlers, __ATOMIC_SEQ_CST);

	if (!h)
		return;
	heddle_handlers_turn(h, irq, on, waits);
	while ((h = h->before))
		heddle_handlers_turn(h, irq, on, waits);
}

@end
@part disable_irq
void disable_irq(unsigned int irq)
{
	heddle_handlers_of(irq, 0, 1);
}

@part disable_hardirq
bool disable_hardirq(unsigned int irq)
{
	heddle_handlers_of(irq, 0, 1);
	return __heddle_nondet_bool();
}

@part disable_irq_nosync
void disable_irq_nosync(unsigned int irq)
{
	heddle_handlers_of(irq, 0, 0);
}

@part enable_irq
void enable_irq(unsigned int irq)
{
@uses disable_irq disable_irq_nosync disable_hardirq
	heddle_handlers_of(irq, 1, 0);
@end
}

@part free_irq
const void *free_irq(unsigned int irq, void *dev)
{
	@wait(interrupt handler)
	@wait(threaded interrupt handler)
	return 0;
}

@part devm_free_irq
void devm_free_irq(struct device *device, unsigned int irq, void *dev)
{
	@wait(interrupt handler)
	@wait(threaded interrupt handler)
}

@part pci_free_irq
void pci_free_irq(struct pci_dev *pdev, unsigned int nr, void *dev)
{
	@wait(interrupt handler)
	@wait(threaded interrupt handler)
}

@part queue_work_on
bool queue_work_on(int cpu, struct workqueue_struct *wq, struct work_struct *w)
{
	heddle_work(w);
	return __heddle_nondet_bool();
}

@part queue_delayed_work_on
bool queue_delayed_work_on(int cpu, struct workqueue_struct *wq, struct delayed_work *w, unsigned long delay)
{
	heddle_work(&w->work);
	return __heddle_nondet_bool();
}

@part mod_delayed_work_on
bool mod_delayed_work_on(int cpu, struct workqueue_struct *wq, struct delayed_work *w, unsigned long delay)
{
	heddle_work(&w->work);
	return __heddle_nondet_bool();
}

@part schedule_work
bool schedule_work(struct work_struct *w)
{
	heddle_work(w);
	return __heddle_nondet_bool();
}

@part queue_work
bool queue_work(struct workqueue_struct *wq, struct work_struct *w)
{
	heddle_work(w);
	return __heddle_nondet_bool();
}

@part schedule_delayed_work
bool schedule_delayed_work(struct delayed_work *w, unsigned long delay)
{
	heddle_work(&w->work);
	return __heddle_nondet_bool();
}

@part queue_delayed_work
bool queue_delayed_work(struct workqueue_struct *wq, struct delayed_work *w, unsigned long delay)
{
	heddle_work(&w->work);
	return __heddle_nondet_bool();
}

@part cancel_work_sync
bool cancel_work_sync(struct work_struct *w)
{
	@wait(work)
	return __heddle_nondet_bool();
}

@part cancel_delayed_work_sync
bool cancel_delayed_work_sync(struct delayed_work *w)
{
	@wait(work)
	return __heddle_nondet_bool();
}

@part flush_work
bool flush_work(struct work_struct *w)
{
	@wait(work)
	return __heddle_nondet_bool();
}

@part flush_delayed_work
bool flush_delayed_work(struct delayed_work *w)
{
	@wait(work)
	return __heddle_nondet_bool();
}

@part cancel_work
bool cancel_work(struct work_struct *w)
{
	return __heddle_nondet_bool();
}

@part cancel_delayed_work
bool cancel_delayed_work(struct delayed_work *w)
{
	return __heddle_nondet_bool();
}

@part __flush_workqueue
void __flush_workqueue(struct workqueue_struct *wq)
{
	@wait(work)
}

@part destroy_workqueue
void destroy_workqueue(struct workqueue_struct *wq)
{
	@wait(work)
}

@part drain_workqueue
void drain_workqueue(struct workqueue_struct *wq)
{
	@wait(work)
}

@part =heddle_work
static void heddle_work(struct work_struct *w)
{
	@once(w->func, work, struct work_struct * = w)
}

@part __tasklet_schedule
void __tasklet_schedule(struct tasklet_struct *t)
{
	heddle_tasklet(t);
}

@part __tasklet_hi_schedule
void __tasklet_hi_schedule(struct tasklet_struct *t)
{
	heddle_tasklet(t);
}

@part tasklet_setup
void tasklet_setup(struct tasklet_struct *t, void (*f)(struct tasklet_struct *))
{
	t->callback = f;
	t->use_callback = true;
}

@part tasklet_init
void tasklet_init(struct tasklet_struct *t, void (*f)(unsigned long), unsigned long data)
{
	t->func = f;
	t->data = data;
	t->use_callback = false;
}

@part =heddle_tasklet
static void heddle_tasklet(struct tasklet_struct *t)
{
	@given(t->callback, tasklet, struct tasklet_struct * = t, number = t->data)
}

@part tasklet_kill
void tasklet_kill(struct tasklet_struct *t)
{
	@wait(tasklet)
}

@part hrtimer_start_range_ns
void hrtimer_start_range_ns(struct hrtimer *t, ktime_t time, u64 range, const enum hrtimer_mode mode)
{
	@calls(t, hrtimer, struct hrtimer * = t)
}

@part hrtimer_cancel
int hrtimer_cancel(struct hrtimer *t)
{
	@wait(hrtimer)
	return __heddle_nondet_bool();
}

@part usb_submit_urb
int usb_submit_urb(struct urb *urb, gfp_t flags)
{
	return heddle_urb_submit(urb);
}

/* What is submitted completes once. Who kills a URB, or poisons it, has it refused from then on, and waits for those who were about to submit it. */
@part =heddle_urb_submit
static unsigned int heddle_urbs;

static int heddle_urb_submit(struct urb *urb)
{
	int refused = __heddle_nondet_bool() ? -12 : 0;

	__atomic_fetch_add(&heddle_urbs, 1, __ATOMIC_SEQ_CST);
	if (__atomic_load_n(&urb->reject.counter, __ATOMIC_SEQ_CST))
		refused = -1;
	if (!refused) {
		@once(urb->complete, completion of a URB, struct urb * = urb)
	}
	__atomic_fetch_sub(&heddle_urbs, 1, __ATOMIC_SEQ_CST);
	return refused;
}

static void heddle_urb_refuse(struct urb *urb)
{
	if (!urb)
		return;
	__atomic_fetch_add(&urb->reject.counter, 1, __ATOMIC_SEQ_CST);
	__heddle_atomic_begin();
	__heddle_assume(heddle_urbs == 0);
	__heddle_atomic_end();
	@wait(completion of a URB)
}

@part usb_kill_urb
void usb_kill_urb(struct urb *urb)
{
	heddle_urb_refuse(urb);
	if (urb)
		__atomic_fetch_sub(&urb->reject.counter, 1, __ATOMIC_SEQ_CST);
}

@part usb_poison_urb
void usb_poison_urb(struct urb *urb)
{
	heddle_urb_refuse(urb);
}

@part usb_unpoison_urb
void usb_unpoison_urb(struct urb *urb)
{
	if (urb)
		__atomic_fetch_sub(&urb->reject.counter, 1, __ATOMIC_SEQ_CST);
}

@part usb_kill_anchored_urbs
void usb_kill_anchored_urbs(struct usb_anchor *a)
{
	@wait(completion of a URB)
}

@part __napi_schedule
void __napi_schedule(struct napi_struct *n)
{
	heddle_napi(n);
}

@part __napi_schedule_irqoff
void __napi_schedule_irqoff(struct napi_struct *n)
{
	heddle_napi(n);
}

@part napi_schedule_prep
bool napi_schedule_prep(struct napi_struct *n)
{
	return heddle_napi_prepared(n);
}

/* NAPI that is not enabled has the scheduled bit set, which is all that the bit says here, so that nobody schedules it. Who disables it waits for those who are about to. */
@part =heddle_napi_prepared
static unsigned int heddle_napis;

static _Bool heddle_napi_prepared(struct napi_struct *n)
{
	_Bool prepared;

	__heddle_atomic_begin();
	prepared = __heddle_nondet_bool() && !(__atomic_load_n(&n->state, __ATOMIC_SEQ_CST) & 1UL << NAPI_STATE_SCHED);
	heddle_napis += prepared;
	__heddle_atomic_end();
	return prepared;
}

static void heddle_napi_scheduled(void)
{
	__heddle_atomic_begin();
	heddle_napis -= heddle_napis > 0;
	__heddle_atomic_end();
}

static void heddle_napi_refuse(struct napi_struct *n)
{
	__atomic_fetch_or(&n->state, 1UL << NAPI_STATE_SCHED, __ATOMIC_SEQ_CST);
	__heddle_atomic_begin();
	__heddle_assume(heddle_napis == 0);
	__heddle_atomic_end();
}

/* The scheduled bit is taken back here, in the middle of a poll, and what comes then may run beside the next one; not if somebody has scheduled it meanwhile. */
@part napi_complete_done
bool napi_complete_done(struct napi_struct *n, int done)
{
	if (__heddle_nondet_bool())
		return 0;
	@leave(NAPI poll, n)
	return 1;
}

@part netif_napi_add_weight
void netif_napi_add_weight(struct net_device *dev, struct napi_struct *n, int (*poll)(struct napi_struct *, int), int weight)
{
	n->poll = poll;
	n->dev = dev;
	__atomic_fetch_or(&n->state, 1UL << NAPI_STATE_SCHED, __ATOMIC_SEQ_CST);
}

@part =heddle_napi
static void heddle_napi(struct napi_struct *n)
{
	@given(n->poll, NAPI poll, struct napi_struct * = n)
	heddle_napi_scheduled();
}

@part napi_enable
void napi_enable(struct napi_struct *n)
{
	__atomic_fetch_and(&n->state, ~(1UL << NAPI_STATE_SCHED), __ATOMIC_SEQ_CST);
}

@part napi_disable
void napi_disable(struct napi_struct *n)
{
	heddle_napi_refuse(n);
	@wait(NAPI poll)
}

@part watchdog_register_device
int watchdog_register_device(struct watchdog_device *w)
{
	if (__heddle_nondet_bool())
		return -12;
	@calls(w->ops, watchdog_ops, struct watchdog_device * = w)
	return 0;
}

@part devm_watchdog_register_device
int devm_watchdog_register_device(struct device *dev, struct watchdog_device *w)
{
	if (__heddle_nondet_bool())
		return -12;
	@calls(w->ops, watchdog_ops, struct watchdog_device * = w)
	return 0;
}

@part watchdog_unregister_device
void watchdog_unregister_device(struct watchdog_device *w)
{
	@wait(watchdog_ops)
}

@part devm_rtc_allocate_device
struct rtc_device *devm_rtc_allocate_device(struct device *dev)
{
	struct rtc_device *rtc;

	if (__heddle_nondet_bool())
		return (struct rtc_device *)-12L;
	rtc = __heddle_alloc(sizeof(*rtc), 1);
	rtc->dev.parent = dev;
	return rtc;
}

@part __devm_rtc_register_device
int __devm_rtc_register_device(struct module *owner, struct rtc_device *rtc)
{
	if (__heddle_nondet_bool())
		return -12;
	@calls(rtc->ops, rtc_class_ops, struct device * = rtc->dev.parent)
	return 0;
}

@part devm_rtc_device_register
struct rtc_device *devm_rtc_device_register(struct device *dev, const char *name, const struct rtc_class_ops *ops, struct module *owner)
{
	struct rtc_device *rtc;

	if (__heddle_nondet_bool())
		return (struct rtc_device *)-12L;
	rtc = __heddle_alloc(sizeof(*rtc), 1);
	rtc->dev.parent = dev;
	@calls(ops, rtc_class_ops, struct device * = dev)
	return rtc;
}

@part hwmon_device_register_with_info
struct device *hwmon_device_register_with_info(struct device *dev, const char *name, void *data, const struct hwmon_chip_info *chip, const struct attribute_group **groups)
{
	struct device *d;

	if (__heddle_nondet_bool())
		return (struct device *)-12L;
	d = heddle_child(dev, data);
	@calls(chip->ops, hwmon_ops, struct device * = d, void * = data)
	heddle_attributes(d);
	return d;
}

@part hwmon_device_register_with_groups
struct device *hwmon_device_register_with_groups(struct device *dev, const char *name, void *data, const struct attribute_group **groups)
{
	struct device *d;

	if (__heddle_nondet_bool())
		return (struct device *)-12L;
	d = heddle_child(dev, data);
	heddle_attributes(d);
	return d;
}

@part devm_hwmon_device_register_with_info
struct device *devm_hwmon_device_register_with_info(struct device *dev, const char *name, void *data, const struct hwmon_chip_info *chip, const struct attribute_group **groups)
{
	struct device *d;

	if (__heddle_nondet_bool())
		return (struct device *)-12L;
	d = heddle_child(dev, data);
	@calls(chip->ops, hwmon_ops, struct device * = d, void * = data)
	heddle_attributes(d);
	return d;
}

@part devm_hwmon_device_register_with_groups
struct device *devm_hwmon_device_register_with_groups(struct device *dev, const char *name, void *data, const struct attribute_group **groups)
{
	struct device *d;

	if (__heddle_nondet_bool())
		return (struct device *)-12L;
	d = heddle_child(dev, data);
	heddle_attributes(d);
	return d;
}

@part hwmon_device_register
struct device *hwmon_device_register(struct device *dev)
{
	if (__heddle_nondet_bool())
		return (struct device *)-12L;
	return heddle_child(dev, 0);
}

@part hwmon_device_unregister
void hwmon_device_unregister(struct device *dev)
{
	@wait(hwmon_ops)
	@wait(attribute in /sys)
}

@part =heddle_child
static struct device *heddle_child(struct device *parent, void *data)
{
	struct device *d = __heddle_alloc(sizeof(*d), 1);

	d->parent = parent;
	d->driver_data = data;
	return d;
}

@part =heddle_attributes
static void heddle_attributes(struct device *dev)
{
	@given(0, attribute in /sys, struct device * = dev)
}

@part device_create_file
int device_create_file(struct device *dev, const struct device_attribute *attr)
{
	if (__heddle_nondet_bool())
		return -12;
	heddle_attributes(dev);
	return 0;
}

@part devm_device_add_groups
int devm_device_add_groups(struct device *dev, const struct attribute_group **groups)
{
	if (__heddle_nondet_bool())
		return -12;
	heddle_attributes(dev);
	return 0;
}

@part devm_device_add_group
int devm_device_add_group(struct device *dev, const struct attribute_group *group)
{
	if (__heddle_nondet_bool())
		return -12;
	heddle_attributes(dev);
	return 0;
}

@part sysfs_create_group
int sysfs_create_group(struct kobject *kobj, const struct attribute_group *group)
{
	if (__heddle_nondet_bool())
		return -12;
	heddle_attributes(container_of(kobj, struct device, kobj));
	return 0;
}

@part sysfs_create_groups
int sysfs_create_groups(struct kobject *kobj, const struct attribute_group **groups)
{
	if (__heddle_nondet_bool())
		return -12;
	heddle_attributes(container_of(kobj, struct device, kobj));
	return 0;
}

@part sysfs_create_bin_file
int sysfs_create_bin_file(struct kobject *kobj, const struct bin_attribute *attr)
{
	if (__heddle_nondet_bool())
		return -12;
	heddle_attributes(container_of(kobj, struct device, kobj));
	return 0;
}

@part device_remove_file
void device_remove_file(struct device *dev, const struct device_attribute *attr)
{
	@wait(attribute in /sys)
}

@part sysfs_remove_group
void sysfs_remove_group(struct kobject *kobj, const struct attribute_group *group)
{
	@wait(attribute in /sys)
}

@part sysfs_remove_groups
void sysfs_remove_groups(struct kobject *kobj, const struct attribute_group **groups)
{
	@wait(attribute in /sys)
}

@part led_classdev_register_ext
int led_classdev_register_ext(struct device *parent, struct led_classdev *led, struct led_init_data *init)
{
	if (__heddle_nondet_bool())
		return -12;
	@calls(led, led_classdev, struct led_classdev * = led)
	return 0;
}

@part devm_led_classdev_register_ext
int devm_led_classdev_register_ext(struct device *parent, struct led_classdev *led, struct led_init_data *init)
{
	if (__heddle_nondet_bool())
		return -12;
	@calls(led, led_classdev, struct led_classdev * = led)
	return 0;
}

@part led_classdev_unregister
void led_classdev_unregister(struct led_classdev *led)
{
	@wait(led_classdev)
}

@part input_register_device
int input_register_device(struct input_dev *dev)
{
	if (__heddle_nondet_bool())
		return -12;
	@calls(dev, input_dev, struct input_dev * = dev)
@has ff_device
	@calls(dev->ff, ff_device, struct input_dev * = dev)
@end
@has polling of an input device
	@given(dev->poller, polling of an input device, struct input_dev * = dev)
@end
	return 0;
}

@part input_unregister_device
void input_unregister_device(struct input_dev *dev)
{
	@wait(input_dev)
	@wait(ff_device)
	@wait(polling of an input device)
}

@part gpiochip_add_data_with_key
int gpiochip_add_data_with_key(struct gpio_chip *gc, void *data, struct lock_class_key *a, struct lock_class_key *b)
{
	if (__heddle_nondet_bool())
		return -12;
	heddle_gpio(gc, data);
	@calls(gc, gpio_chip, struct gpio_chip * = gc)
@has irq_chip
	heddle_lines(gc);
@end
	return 0;
}

@part devm_gpiochip_add_data_with_key
int devm_gpiochip_add_data_with_key(struct device *dev, struct gpio_chip *gc, void *data, struct lock_class_key *a, struct lock_class_key *b)
{
	if (__heddle_nondet_bool())
		return -12;
	heddle_gpio(gc, data);
	@calls(gc, gpio_chip, struct gpio_chip * = gc)
@has irq_chip
	heddle_lines(gc);
@end
	return 0;
}

@part gpiochip_get_data
void *gpiochip_get_data(struct gpio_chip *gc)
{
	return (void *)gc->gpiodev;
}

@part =heddle_gpio
static void heddle_gpio(struct gpio_chip *gc, void *data)
{
	gc->gpiodev = data; /* what gpiochip_get_data gives; nobody else looks */
}

@part gpiochip_remove
void gpiochip_remove(struct gpio_chip *gc)
{
	@wait(gpio_chip)
	@wait(irq_chip)
}

@part i2c_add_adapter
int i2c_add_adapter(struct i2c_adapter *a)
{
	if (__heddle_nondet_bool())
		return -12;
	@calls(a->algo, i2c_algorithm, struct i2c_adapter * = a)
	return 0;
}

@part i2c_add_numbered_adapter
int i2c_add_numbered_adapter(struct i2c_adapter *a)
{
	if (__heddle_nondet_bool())
		return -12;
	@calls(a->algo, i2c_algorithm, struct i2c_adapter * = a)
	return 0;
}

@part devm_i2c_add_adapter
int devm_i2c_add_adapter(struct device *dev, struct i2c_adapter *a)
{
	if (__heddle_nondet_bool())
		return -12;
	@calls(a->algo, i2c_algorithm, struct i2c_adapter * = a)
	return 0;
}

@part i2c_del_adapter
void i2c_del_adapter(struct i2c_adapter *a)
{
	@wait(i2c_algorithm)
}

@part register_netdev
int register_netdev(struct net_device *dev)
{
	if (__heddle_nondet_bool())
		return -12;
	heddle_network(dev);
	return 0;
}

@part register_netdevice
int register_netdevice(struct net_device *dev)
{
	if (__heddle_nondet_bool())
		return -12;
	heddle_network(dev);
	return 0;
}

@part =heddle_network
/* A device that was registered, where no function that nothing defines can write: all who work for it are counted there. */
struct heddle_network {
	struct net_device *dev;
	unsigned long running;
	unsigned long opened; /* once, at least */
	struct heddle_network *before;
};

static struct heddle_network *heddle_networks;

static void heddle_network_runs(struct net_device *dev, int runs)
{
	if (runs)
		__atomic_fetch_or(&dev->state, 1UL << __LINK_STATE_START, __ATOMIC_SEQ_CST);
	else
		__atomic_fetch_and(&dev->state, ~(1UL << __LINK_STATE_START), __ATOMIC_SEQ_CST);
}

static _Bool heddle_network_tells_link(struct net_device *dev)
{
@has ethtool_ops
	if (dev->ethtool_ops)
		return dev->ethtool_ops->get_link != 0;
@end
	return 0;
}

@has packets that were not sent
/* Nobody looks for packets that were not sent while a device is detached. */
static void heddle_network_present(struct net_device *dev)
{
	__heddle_atomic_begin();
	__heddle_assume(__atomic_load_n(&dev->state, __ATOMIC_SEQ_CST) & 1UL << __LINK_STATE_PRESENT);
	__heddle_atomic_end();
}
@end

/* Nobody sends before a device was opened, and while the driver has stopped its queue. Where there may be several queues, or no lock, the queue is not looked at. */
static void heddle_network_sends(struct net_device *dev, unsigned long *users)
{
	__heddle_atomic_begin();
	__heddle_assume(container_of(users, struct heddle_network, running)->opened);
@has packets to send
	__heddle_assume(!(__atomic_load_n(&dev->_tx->state, __ATOMIC_SEQ_CST) & 1UL << __QUEUE_STATE_DRV_XOFF));
@end
	__heddle_atomic_end();
}

/* A device is opened and stopped by turns, and runs from before open to before stop, which changes with the lock of both in hand. Between the two, packets may not have been sent, and netconsole
   polls: it is let in also behind an open that failed, before the mark is taken back. Who takes a device away stops it first. */
static void heddle_network_use(struct net_device *dev, unsigned long *users)
{
	unsigned long *running = __heddle_alloc(sizeof(*running), 1);
	int failed = 0;

	while (__heddle_nondet_bool()) {
		@call(failed, dev->netdev_ops, net_device_ops.ndo_open, struct net_device * = dev, first = heddle_network_runs(dev, 1), last = heddle_network_runs(dev, failed == 0))
		@given(dev->netdev_ops->ndo_poll_controller, net_device_ops.ndo_poll_controller, struct net_device * = dev, counted exactly = running)
		if (!failed) {
			__atomic_store_n(&container_of(users, struct heddle_network, running)->opened, 1, __ATOMIC_SEQ_CST);
			@given(dev->netdev_ops->ndo_tx_timeout, net_device_ops.ndo_tx_timeout, struct net_device * = dev, counted exactly = running, first = heddle_network_present($1))
		}
		__heddle_atomic_begin();
		__heddle_assume(*running == 0);
		__heddle_atomic_end();
		if (!failed) {
			@call(failed, dev->netdev_ops, net_device_ops.ndo_stop, struct net_device * = dev, first = heddle_network_runs(dev, 0))
		}
	}
	__atomic_fetch_sub(users, 1, __ATOMIC_SEQ_CST);
}

/* Who takes a device away waits for all who work for it, and for nobody else. A device that was not registered has nobody. The first is looked at apart from the others: most drivers have no more. */
static void heddle_network_stops(struct net_device *dev)
{
	struct heddle_network *n = __atomic_load_n(&heddle_networks, __ATOMIC_SEQ_CST);

	if (n && n->dev != dev)
		do
			n = n->before;
		while (n && n->dev != dev);
	if (!n)
		return;
	__heddle_atomic_begin();
	__heddle_assume(n->running == 0);
	__heddle_atomic_end();
}

static void heddle_network(struct net_device *dev)
{
	struct heddle_network *n = __heddle_alloc(sizeof(*n), 1);
	unsigned long *users = &n->running;

	n->dev = dev;
	__heddle_atomic_begin();
	n->before = heddle_networks;
	heddle_networks = n;
	__heddle_atomic_end();
	__atomic_fetch_or(&dev->state, 1UL << __LINK_STATE_PRESENT, __ATOMIC_SEQ_CST);
	if (__heddle_nondet_bool()) {
		__atomic_fetch_add(users, 1, __ATOMIC_SEQ_CST);
		__heddle_spawn(0, heddle_network_use, dev, users);
	}
	@given(dev->netdev_ops->ndo_start_xmit, net_device_ops.ndo_start_xmit, struct net_device * = dev, struct sk_buff * = heddle_skb(), counted exactly = users, first = heddle_network_sends($2, running))
	@calls(dev->netdev_ops, net_device_ops, struct net_device * = dev, struct sk_buff * = heddle_skb(), counted exactly = users)
	@calls(dev->ethtool_ops, ethtool_ops, struct net_device * = dev, counted exactly = users)
}

@part netif_tx_wake_queue
void netif_tx_wake_queue(struct netdev_queue *q)
{
	__atomic_fetch_and(&q->state, ~(1UL << __QUEUE_STATE_DRV_XOFF), __ATOMIC_SEQ_CST);
}

@part netif_tx_stop_all_queues
void netif_tx_stop_all_queues(struct net_device *dev)
{
	heddle_queues_stop(dev);
}

@part =heddle_queues_stop
static void heddle_queues_stop(struct net_device *dev)
{
	unsigned int i;

	for (i = 0; i < dev->num_tx_queues; i++)
		__atomic_fetch_or(&dev->_tx[i].state, 1UL << __QUEUE_STATE_DRV_XOFF, __ATOMIC_SEQ_CST);
}

static void heddle_queues_wake(struct net_device *dev)
{
	unsigned int i;

	for (i = 0; i < dev->num_tx_queues; i++)
		__atomic_fetch_and(&dev->_tx[i].state, ~(1UL << __QUEUE_STATE_DRV_XOFF), __ATOMIC_SEQ_CST);
}

@part netif_device_detach
void netif_device_detach(struct net_device *dev)
{
	unsigned long state = __atomic_fetch_and(&dev->state, ~(1UL << __LINK_STATE_PRESENT), __ATOMIC_SEQ_CST);

	if (state & 1UL << __LINK_STATE_PRESENT && state & 1UL << __LINK_STATE_START)
		heddle_queues_stop(dev);
}

@part netif_device_attach
void netif_device_attach(struct net_device *dev)
{
	unsigned long state = __atomic_fetch_or(&dev->state, 1UL << __LINK_STATE_PRESENT, __ATOMIC_SEQ_CST);

	if (!(state & 1UL << __LINK_STATE_PRESENT) && state & 1UL << __LINK_STATE_START)
		heddle_queues_wake(dev);
}

@part unregister_netdev
void unregister_netdev(struct net_device *dev)
{
	heddle_network_stops(dev);
}

@part unregister_hdlc_device
void unregister_hdlc_device(struct net_device *dev)
{
	heddle_network_stops(dev);
}

@part unregister_netdevice_queue
void unregister_netdevice_queue(struct net_device *dev, struct list_head *head)
{
	heddle_network_stops(dev);
}

@part kthread_create_on_node
struct task_struct *kthread_create_on_node(int (*f)(void *), void *data, int node, const char *name, ...)
{
	struct task_struct *t;

	if (__heddle_nondet_bool())
		return (struct task_struct *)-12L;
	t = __heddle_alloc(sizeof(*t), 1);
	@once(f, kernel thread, void * = data, object = t)
	return t;
}

@part kthread_stop
int kthread_stop(struct task_struct *t)
{
	@wait(kernel thread)
	return 0;
}

/* What is called only while a device is bound, with its lock in hand: how many of these calls there are, and whether the device sleeps. The lock, which is held while it is unbound as well,
   lets each of them end before or begin behind, and behind there is none. */
@part =heddle_bound
static unsigned int *heddle_bound(void)
{
	return __heddle_alloc(2 * sizeof(unsigned int), 1);
}

static void heddle_unbound(unsigned int *bound)
{
	__heddle_atomic_begin();
	__heddle_assume(bound[0] == 0);
	__heddle_atomic_end();
}

static void heddle_sleeps(unsigned int *bound)
{
	__heddle_atomic_begin();
	__heddle_assume(!bound[1]);
	bound[1] = 1;
	__heddle_atomic_end();
}

static void heddle_wakes(unsigned int *bound)
{
	__heddle_atomic_begin();
	bound[1] = 0;
	__heddle_atomic_end();
}

@part =heddle_platform
static unsigned int heddle_platform_bound;
static struct platform_device *heddle_platform_one;
static struct platform_driver *heddle_platform_driver;
static unsigned int *heddle_platform_running;

static int heddle_platform_probe(struct platform_driver *drv, struct platform_device *d)
{
	int failed = 0;

	@call(failed, drv, platform_driver.probe, struct platform_device * = d, struct device * = &d->dev)
	return failed;
}

static void heddle_platform_remove(struct platform_driver *drv, struct platform_device *d)
{
	int result = 0;

	@call(result, drv, platform_driver.remove, struct platform_device * = d, struct device * = &d->dev)
}

static struct platform_device *heddle_platform_new(void)
{
	struct platform_device *d = __heddle_alloc(sizeof(*d), 0);

	__heddle_fresh(d);
	d->dev.driver_data = 0;
@has action at the end of a device
	d->dev.devres_head.next = 0;
@end
	return d;
}

static void heddle_platform_others(struct platform_driver *drv, struct platform_device *d, unsigned int *running)
{
	@calls(drv, platform_driver, struct platform_device * = d, struct device * = &d->dev, bound = running)
	@calls(drv->driver.pm, dev_pm_ops, struct platform_device * = d, struct device * = &d->dev, bound = running)
	@given(if drv->driver.dev_groups, attribute in /sys, struct device * = &d->dev)
}

@any
static void heddle_platform_device(struct platform_driver *drv)
{
	struct platform_device *d = heddle_platform_new();
	unsigned int *running;

	if (!heddle_platform_probe(drv, d)) {
		running = heddle_bound();
		heddle_platform_others(drv, d, running);
		@wait(if drv->driver.dev_groups, attribute in /sys)
		heddle_unbound(running);
		heddle_platform_remove(drv, d);
	}
@has action at the end of a device
	heddle_device_ends(&d->dev);
@end
	__atomic_fetch_sub(&heddle_platform_bound, 1, __ATOMIC_SEQ_CST);
}
@end

/* A driver that makes its device itself has one. */
static void heddle_platform_devices(struct platform_driver *drv)
{
@one
	struct platform_device *d = heddle_platform_new();

	if (!heddle_platform_probe(drv, d)) {
		heddle_platform_one = d;
		heddle_platform_driver = drv;
		heddle_platform_running = heddle_bound();
		heddle_platform_others(drv, d, heddle_platform_running);
	}
@has action at the end of a device
	else
		heddle_device_ends(&d->dev);
@end
@any
	while (__heddle_nondet_bool()) {
		__atomic_fetch_add(&heddle_platform_bound, 1, __ATOMIC_SEQ_CST);
		__heddle_spawn(0, heddle_platform_device, drv);
	}
@end
}

static void heddle_platform_gone(void)
{
	struct platform_device *d = heddle_platform_one;

	if (d) {
		heddle_platform_one = 0;
		@wait(if heddle_platform_driver->driver.dev_groups, attribute in /sys)
		heddle_unbound(heddle_platform_running);
		heddle_platform_remove(heddle_platform_driver, d);
@has action at the end of a device
		heddle_device_ends(&d->dev);
@end
	}
	__heddle_atomic_begin();
	__heddle_assume(heddle_platform_bound == 0);
	__heddle_atomic_end();
}

@part __platform_driver_register
int __platform_driver_register(struct platform_driver *drv, struct module *owner)
{
	if (__heddle_nondet_bool())
		return -12;
	heddle_platform_devices(drv);
	return 0;
}

@part platform_driver_register
int platform_driver_register(struct platform_driver *drv)
{
	if (__heddle_nondet_bool())
		return -12;
	heddle_platform_devices(drv);
	return 0;
}

@part __platform_driver_probe
int __platform_driver_probe(struct platform_driver *drv, int (*probe)(struct platform_device *), struct module *owner)
{
	if (__heddle_nondet_bool())
		return -19;
	drv->probe = probe;
	heddle_platform_devices(drv);
	return 0;
}

@part __platform_create_bundle
struct platform_device *__platform_create_bundle(struct platform_driver *drv, int (*probe)(struct platform_device *), struct resource *res, unsigned int n, const void *data, size_t size, struct module *owner)
{
	if (__heddle_nondet_bool())
		return (struct platform_device *)-12L;
	drv->probe = probe;
	heddle_platform_devices(drv);
	return heddle_platform_new();
}

@part platform_driver_unregister
void platform_driver_unregister(struct platform_driver *drv)
{
	heddle_platform_gone();
}

@part platform_device_unregister
void platform_device_unregister(struct platform_device *d)
{
	heddle_platform_gone();
	heddle_platform_released(d);
}
