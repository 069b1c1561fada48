/* What the functions mean with which a Linux driver gives its functions to the kernel, and takes them back. The parts that a driver needs are read behind it, as C. A part begins with a line

       @part NAME...

   and is taken if the driver declares the function NAME and headers do not define it; a part named =NAME is taken if another part that is taken says NAME. In the parts stand lines

       @calls(OPS, STRUCT, TYPE = EXPR, ...)     from here on, any number of calls, at the same time, of the functions that are in OPS, a pointer to such a struct; but not of those that
                                                 a line @call names
       @given(FUNCTION, WHAT, TYPE = EXPR, ...)  the same, of FUNCTION, a value, which is one of those whose role is WHAT
       @call(RESULT, OPS, STRUCT.MEMBER, TYPE = EXPR, ...)   a call here, in this thread
       @wait(STRUCT) @wait(WHAT)                 until none of the calls of these runs that are counted for everybody; a call is counted from where it is enabled

   TYPE = EXPR are the arguments by their types; what is not listed is the call's own: numbers are anything, memory is new. A result that is not void is negative if a call failed. */

@part misc_register
int misc_register(struct miscdevice *m)
{
	if (__heddle_nondet_bool())
		return -12;
	heddle_files(m->fops, m);
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
	heddle_files(c->ops, 0);
	return 0;
}

@part cdev_device_add
int cdev_device_add(struct cdev *c, struct device *dev)
{
	if (__heddle_nondet_bool())
		return -12;
	heddle_files(c->ops, 0);
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
	heddle_files(ops, 0);
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
	heddle_files(c->fops, 0);
	return 0;
}

@part usb_deregister_dev
void usb_deregister_dev(struct usb_interface *intf, struct usb_class_driver *c)
{
	heddle_no_more_opens();
}

@part debugfs_create_file
struct dentry *debugfs_create_file(const char *name, umode_t mode, struct dentry *parent, void *data, const struct file_operations *ops)
{
	heddle_files(ops, 0);
	return (struct dentry *)-19L;
}

@part =heddle_files file_operations
static unsigned int heddle_opening, heddle_owned;

struct heddle_open {
	struct file file;
	struct inode inode;
	unsigned int running;
};

static void heddle_file(const struct file_operations *ops, void *data, _Bool owned)
{
	struct heddle_open *o = __heddle_alloc(sizeof(*o), 1);
	struct file *file = &o->file;
	struct inode *inode = &o->inode;
	unsigned int *running = &o->running;
	int failed = 0;

	file->private_data = data;
	file->f_flags = __heddle_nondet_uint();
	file->f_mode = __heddle_nondet_uint();
	@call(failed, ops, file_operations.open, struct file * = file, struct inode * = inode)
	__atomic_fetch_sub(&heddle_opening, 1, __ATOMIC_SEQ_CST);
	if (!failed) {
		@calls(ops, file_operations, struct file * = file, struct inode * = inode, counted = running)
		__heddle_atomic_begin();
		__heddle_assume(*running == 0);
		__heddle_atomic_end();
		@call(failed, ops, file_operations.release, struct file * = file, struct inode * = inode)
	}
	__atomic_fetch_sub(&heddle_owned, owned, __ATOMIC_SEQ_CST);
}

static void heddle_files(const struct file_operations *ops, void *data)
{
	_Bool owned = ops->owner != 0;

	while (__heddle_nondet_bool()) {
		__atomic_fetch_add(&heddle_opening, 1, __ATOMIC_SEQ_CST);
		__atomic_fetch_add(&heddle_owned, owned, __ATOMIC_SEQ_CST);
		__heddle_spawn(0, heddle_file, ops, data, owned);
	}
}

/* Nothing is opened any more. Files that are open stay so. */
static void heddle_no_more_opens(void)
{
	__heddle_atomic_begin();
	__heddle_assume(heddle_opening == 0);
	__heddle_atomic_end();
}

@part mod_timer
int mod_timer(struct timer_list *t, unsigned long expires)
{
	heddle_timer(t);
	return __heddle_nondet_bool();
}

@part mod_timer_pending
int mod_timer_pending(struct timer_list *t, unsigned long expires)
{
	heddle_timer(t);
	return __heddle_nondet_bool();
}

@part timer_reduce
int timer_reduce(struct timer_list *t, unsigned long expires)
{
	heddle_timer(t);
	return __heddle_nondet_bool();
}

@part add_timer
void add_timer(struct timer_list *t)
{
	heddle_timer(t);
}

@part add_timer_on
void add_timer_on(struct timer_list *t, int cpu)
{
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
	@given(t->function, timer, struct timer_list * = t)
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
