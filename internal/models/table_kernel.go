package models

// The Linux kernel.

const (
	kLocks  = "Linux locks"
	kMemory = "Linux memory"
	kDevice = "Linux devices"
	kOther  = "Linux"

	handlersElsewhere = "the handler runs only where it is an entry point of the harness"
)

// linuxShared are the functions of the C library that the kernel has, too.
const linuxShared = `memcpy memmove memset memcmp memchr strlen strnlen strcpy strncpy strcat strncat strcmp strncmp strchr strrchr strstr strpbrk strspn strcspn
	strcasecmp strncasecmp strsep isalnum isalpha iscntrl isdigit isgraph islower isprint ispunct isspace isupper isxdigit tolower toupper
	malloc calloc realloc free BUG BUG_ON`

var linuxSections = []section{
	{kLocks, KindStub, "linux/locks.c", join(
		each("a new lock", "__heddle_linux_lock_init __heddle_linux_rwlock_init __mutex_init __init_rwsem"),
		each("acquires exclusively", "mutex_lock mutex_lock_nested mutex_lock_io spin_lock spin_lock_bh spin_lock_irq _raw_spin_lock _raw_spin_lock_bh _raw_spin_lock_irq "+
			"_raw_spin_lock_nested _raw_spin_lock_nest_lock _raw_write_lock _raw_write_lock_bh _raw_write_lock_irq _raw_write_lock_nested down_write down_write_nested _down_write_nest_lock"),
		each("acquires exclusively; the flags are arbitrary, and interrupts of other processors go on", "_raw_spin_lock_irqsave _raw_spin_lock_irqsave_nested _raw_write_lock_irqsave"),
		each("acquires shared", "_raw_read_lock _raw_read_lock_bh _raw_read_lock_irq down_read down_read_nested down_read_non_owner"),
		each("acquires shared; the flags are arbitrary", "_raw_read_lock_irqsave"),
		each("acquires exclusively, or is interrupted", "mutex_lock_interruptible mutex_lock_interruptible_nested mutex_lock_killable mutex_lock_killable_nested down_write_killable"),
		each("acquires shared, or is interrupted", "down_read_interruptible down_read_killable"),
		each("1 if it acquired, 0 at once otherwise", "mutex_trylock spin_trylock spin_trylock_bh spin_trylock_irq _raw_spin_trylock _raw_spin_trylock_bh _raw_write_trylock _raw_read_trylock down_read_trylock down_write_trylock"),
		each("releases what the thread holds", "mutex_unlock spin_unlock spin_unlock_bh spin_unlock_irq spin_unlock_irqrestore _raw_spin_unlock _raw_spin_unlock_bh _raw_spin_unlock_irq _raw_spin_unlock_irqrestore "+
			"_raw_read_unlock _raw_read_unlock_bh _raw_read_unlock_irq _raw_read_unlock_irqrestore _raw_write_unlock _raw_write_unlock_bh _raw_write_unlock_irq _raw_write_unlock_irqrestore up_read up_write up_read_non_owner"),
		each("arbitrary", "mutex_is_locked spin_is_locked rwsem_is_locked"),
		each("nothing", "mutex_destroy"),
	)},
	{kLocks, KindUnsupported, "", each("a lock that changes from exclusive to shared", "downgrade_write")},
	{kLocks, KindStub, "linux/semaphore.c", join(
		each("waits until the count is positive, takes one", "down"),
		each("the same, or is interrupted", "down_interruptible down_killable"),
		each("0 if it took one, 1 at once otherwise", "down_trylock"),
		each("the same as down, or gives up", "down_timeout"),
		each("adds one", "up"),
	)},
	{kLocks, KindStub, "linux/completion.c", join(
		each("waits until it is complete", "wait_for_completion wait_for_completion_io"),
		each("the same, or is interrupted", "wait_for_completion_interruptible wait_for_completion_killable"),
		each("the same, or its time is over", "wait_for_completion_timeout wait_for_completion_io_timeout"),
		each("the same, or its time is over, or is interrupted", "wait_for_completion_interruptible_timeout wait_for_completion_killable_timeout"),
		each("takes one if it is complete", "try_wait_for_completion"),
		each("whether it is complete", "completion_done"),
		each("one waiter goes on", "complete"),
		each("all waiters go on, now and later", "complete_all"),
	)},
	{kLocks, KindUnsupported, "", each("sections that read beside a writer and then look whether there was one are not modelled",
		"read_seqbegin __seqprop_sequence __seqprop_raw_spinlock_sequence __seqprop_spinlock_sequence __seqprop_rwlock_sequence __seqprop_mutex_sequence __seqcount_sequence")},
	{kLocks, KindStub, "linux/bits.c", each("whether a bit is set, in one step", "_test_bit _test_bit_acquire arch_test_bit arch_test_bit_acquire generic_test_bit generic_test_bit_acquire const_test_bit const_test_bit_acquire constant_test_bit variable_test_bit")},
	{kMemory, KindStub, "linux/slab.c", join(
		each("a new object with arbitrary content, or null", "kmalloc __kmalloc kmalloc_node __kmalloc_node kvmalloc kvmalloc_node vmalloc vmalloc_user vzalloc devm_kmalloc"),
		each("a new object of zeros, or null", "kzalloc kzalloc_node kvzalloc devm_kzalloc"),
		each("a new array of zeros, or null", "kcalloc kcalloc_node kvcalloc devm_kcalloc"),
		each("a new array with arbitrary content, or null", "kmalloc_array kvmalloc_array devm_kmalloc_array"),
		each("moves, or null", "krealloc __krealloc"),
		each("a copy, or null", "kmemdup kstrdup kstrndup devm_kstrdup devm_kmemdup"),
		each("a plain write of the whole object; null does nothing", "kfree kvfree vfree kfree_const kfree_sensitive devm_kfree"),
		each("the size of an object", "ksize"),
	)},
	{kMemory, KindStub, "linux/user.c", join(
		each("how much was not copied; the rest is arbitrary, and zero if it was not copied", "copy_from_user _copy_from_user"),
		each("how much was not copied; the rest is arbitrary", "__copy_from_user __copy_from_user_inatomic raw_copy_from_user"),
		each("reads; how much was not copied", "copy_to_user _copy_to_user __copy_to_user __copy_to_user_inatomic raw_copy_to_user"),
		each("how much was not cleared", "clear_user __clear_user"),
		each("an arbitrary string, or an error", "strncpy_from_user"),
		each("arbitrary", "strnlen_user"),
		each("a copy of arbitrary bytes, or an error", "memdup_user memdup_user_nul vmemdup_user strndup_user"),
	)},
	{kDevice, KindHavoc, "", join(
		each("a device says anything", "readb readw readl readq __readb __readw __readl __readq __raw_readb __raw_readw __raw_readl __raw_readq "+
			"ioread8 ioread16 ioread16be ioread32 ioread32be ioread64 inb inw inl inb_p inw_p inl_p __inb __inw __inl"),
		each("a device hears of it, nobody else", "writeb writew writel writeq __writeb __writew __writel __writeq __raw_writeb __raw_writew __raw_writel __raw_writeq "+
			"iowrite8 iowrite16 iowrite16be iowrite32 iowrite32be iowrite64 outb outw outl outb_p outw_p outl_p __outb __outw __outl memset_io"),
	)},
	{kDevice, KindStub, "linux/io.c", join(
		each("memory becomes arbitrary", "memcpy_fromio insb insw insl ioread8_rep ioread16_rep ioread32_rep readsb readsw readsl"),
		each("memory is read", "memcpy_toio outsb outsw outsl iowrite8_rep iowrite16_rep iowrite32_rep writesb writesw writesl"),
	)},
	{kOther, KindStub, "linux/rtnl.c", join(
		each("the lock of network configuration", "rtnl_lock rtnl_unlock"),
		each("1 if it acquired, 0 at once otherwise", "rtnl_trylock"),
		each("acquires, or is interrupted", "rtnl_lock_killable"),
		each("arbitrary", "rtnl_is_locked"),
	)},
	{kOther, KindHavoc, "", join(
		each("readers of RCU keep nobody away", "__rcu_read_lock __rcu_read_unlock rcu_read_lock rcu_read_unlock rcu_read_lock_bh rcu_read_unlock_bh rcu_read_lock_sched rcu_read_unlock_sched"),
		each("0 or an error; the handler runs where it is an entry point of a harness, nowhere else", "request_threaded_irq devm_request_threaded_irq request_any_context_irq devm_request_any_context_irq"),
		each("time passes", "udelay __udelay __const_udelay ndelay __ndelay mdelay msleep usleep_range usleep_range_state fsleep ssleep schedule yield cpu_relax io_delay"),
		each("arbitrary", "msleep_interruptible schedule_timeout schedule_timeout_interruptible schedule_timeout_uninterruptible schedule_timeout_killable "+
			"__heddle_processor get_random_u32 get_random_u8 get_random_u16 get_random_u64 signal_pending rdtsc rdtsc_ordered rdmsrl_safe"),
		each("nothing: the memory need not even be there", "prefetch prefetchw prefetch_range prefetch_page_address"),
		each("null, or external memory", "dev_fwnode"),
		each("text for people", "might_fault __might_fault __might_sleep printk _printk __printk _dev_printk _dev_emerg _dev_alert _dev_crit _dev_err _dev_warn _dev_notice _dev_info dev_printk_emit "+
			"netdev_printk netdev_emerg netdev_alert netdev_crit netdev_err netdev_warn netdev_notice netdev_info __dynamic_pr_debug __dynamic_dev_dbg dump_stack"),
	)},
}
