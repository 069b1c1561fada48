package models

// The Linux kernel.

const (
	kLocks  = "Linux locks"
	kMemory = "Linux memory"
	kDevice = "Linux devices"
	kOther  = "Linux"
	kLines  = "Linux functions without a body"

	handlersElsewhere = "the handler runs only where it is an entry point of the harness"
)

// linuxShared are the functions of the C library that the kernel has, too.
const linuxShared = `memcpy memmove memset memcmp memchr strlen strnlen strcpy strncpy strcat strncat strcmp strncmp strchr strrchr strstr strpbrk strspn strcspn
	strcasecmp strncasecmp strsep isalnum isalpha iscntrl isdigit isgraph islower isprint ispunct isspace isupper isxdigit tolower toupper
	malloc calloc realloc free BUG BUG_ON`

// waitedFor makes entries of functions whose bodies count where the program waits for grace periods.
func waitedFor(doc, names string) []entry {
	es := each(doc, names)
	for i := range es {
		es[i].overrides = []Override{{"linux/grace.c", "linux/rcu.c"}}
	}
	return es
}

var linuxSections = []section{
	{kLocks, KindStub, "linux/locks.c", join(
		each("a new lock", "__heddle_linux_lock_init __heddle_linux_rwlock_init __mutex_init __init_rwsem __percpu_init_rwsem"),
		each("acquires exclusively", "mutex_lock mutex_lock_nested mutex_lock_io spin_lock spin_lock_bh spin_lock_irq _raw_spin_lock _raw_spin_lock_bh _raw_spin_lock_irq "+
			"_raw_spin_lock_nested _raw_spin_lock_nest_lock _raw_write_lock _raw_write_lock_bh _raw_write_lock_irq _raw_write_lock_nested down_write down_write_nested _down_write_nest_lock "+
			"_mutex_lock_nest_lock mutex_lock_io_nested percpu_down_write"),
		each("acquires exclusively; the flags are arbitrary, and interrupts of other processors go on", "_raw_spin_lock_irqsave _raw_spin_lock_irqsave_nested _raw_write_lock_irqsave"),
		each("acquires shared", "_raw_read_lock _raw_read_lock_bh _raw_read_lock_irq down_read down_read_nested down_read_non_owner percpu_down_read"),
		each("acquires shared; the flags are arbitrary", "_raw_read_lock_irqsave"),
		each("acquires exclusively, or is interrupted", "mutex_lock_interruptible mutex_lock_interruptible_nested mutex_lock_killable mutex_lock_killable_nested down_write_killable down_write_killable_nested"),
		each("acquires shared, or is interrupted", "down_read_interruptible down_read_killable down_read_killable_nested"),
		each("1 if it acquired, 0 at once otherwise", "mutex_trylock spin_trylock spin_trylock_bh spin_trylock_irq _raw_spin_trylock _raw_spin_trylock_bh _raw_write_trylock _raw_read_trylock down_read_trylock down_write_trylock percpu_down_read_trylock"),
		each("releases what the thread holds", "mutex_unlock spin_unlock spin_unlock_bh spin_unlock_irq spin_unlock_irqrestore _raw_spin_unlock _raw_spin_unlock_bh _raw_spin_unlock_irq _raw_spin_unlock_irqrestore "+
			"_raw_read_unlock _raw_read_unlock_bh _raw_read_unlock_irq _raw_read_unlock_irqrestore _raw_write_unlock _raw_write_unlock_bh _raw_write_unlock_irq _raw_write_unlock_irqrestore up_read up_write up_read_non_owner percpu_up_read percpu_up_write"),
		each("from exclusive to shared, in one step", "downgrade_write"),
		each("arbitrary", "mutex_is_locked spin_is_locked rwsem_is_locked rwsem_is_contended spin_is_contended mutex_get_owner percpu_is_read_locked percpu_is_write_locked"),
		each("nothing", "mutex_destroy percpu_free_rwsem"),
	)},
	{kLocks, KindStub, "linux/counted.c", join(
		each("takes one away, and acquires if that was the last, in one step", "_atomic_dec_and_lock atomic_dec_and_mutex_lock refcount_dec_and_mutex_lock refcount_dec_and_lock"),
		each("the same; the flags are arbitrary", "_atomic_dec_and_lock_irqsave refcount_dec_and_lock_irqsave"),
		each("takes the last one away, or nothing", "refcount_dec_if_one"),
		each("takes one away that is not the last, or nothing", "refcount_dec_not_one"),
	)},
	{kLocks, KindStub, "linux/bitlock.c", join(
		each("waits until a bit is clear and sets it, in one step", "bit_spin_lock"),
		each("1 if it set the bit, 0 at once otherwise", "bit_spin_trylock"),
		each("clears the bit", "bit_spin_unlock __bit_spin_unlock"),
		each("whether the bit is set", "bit_spin_is_locked"),
		each("waits until a bit is clear", "wait_on_bit wait_on_bit_io out_of_line_wait_on_bit"),
		each("the same, or gives up", "wait_on_bit_timeout out_of_line_wait_on_bit_timeout"),
		each("waits until a bit is clear and sets it", "wait_on_bit_lock out_of_line_wait_on_bit_lock"),
	)},
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
	{kLocks, KindStub, "linux/seqlock.c", join(
		each("waits until nobody writes; what is read from here on is marked",
			"read_seqbegin __seqprop_sequence __seqprop_raw_spinlock_sequence __seqprop_spinlock_sequence __seqprop_rwlock_sequence __seqprop_mutex_sequence __seqcount_sequence"),
		each("whether somebody wrote since; marks nothing any more", "read_seqretry do___read_seqcount_retry do_read_seqcount_retry"),
		each("writes the counter plainly: other writers are to be kept away; what is written from here on is marked", "do_raw_write_seqcount_begin"),
		each("writes the counter plainly, and marks nothing any more", "do_raw_write_seqcount_end"),
	)},
	{kLocks, KindUnsupported, "", each("two copies of which readers take the one that is not written", "raw_write_seqcount_latch raw_read_seqcount_latch")},
	{kLocks, KindStub, "linux/bits.c", each("whether a bit is set, in one step", "_test_bit _test_bit_acquire arch_test_bit arch_test_bit_acquire generic_test_bit generic_test_bit_acquire const_test_bit const_test_bit_acquire constant_test_bit variable_test_bit")},
	{kMemory, KindStub, "linux/slab.c", join(
		each("a new object with arbitrary content, or null", "kmalloc __kmalloc kmalloc_node __kmalloc_node kvmalloc kvmalloc_node vmalloc vmalloc_user vzalloc devm_kmalloc "+
			"__kmalloc_track_caller __kmalloc_node_track_caller vmalloc_32 vmalloc_node __vmalloc"),
		each("a new object of zeros, or null", "kzalloc kzalloc_node kvzalloc devm_kzalloc vzalloc_node"),
		each("a new array of zeros, or null", "kcalloc kcalloc_node kvcalloc devm_kcalloc bitmap_zalloc"),
		each("a new array with arbitrary content, or null", "kmalloc_array kvmalloc_array devm_kmalloc_array bitmap_alloc"),
		each("moves, or null", "krealloc __krealloc"),
		each("a copy, or null", "kmemdup kstrdup kstrndup devm_kstrdup devm_kmemdup kstrdup_const kmemdup_nul"),
		each("a plain write of the whole object; null does nothing", "kfree kvfree vfree kfree_const kfree_sensitive devm_kfree kvfree_sensitive free_pages_exact bitmap_free"),
		each("the size of an object", "ksize"),
		each("a kind of objects, or null", "kmem_cache_create kmem_cache_create_usercopy"),
		each("nothing", "kmem_cache_destroy kmem_cache_shrink"),
		each("a new object of its kind, or null", "kmem_cache_alloc kmem_cache_alloc_lru kmem_cache_alloc_node"),
		each("a new object of zeros of its kind, or null", "kmem_cache_zalloc"),
		each("a plain write of the whole object; null does nothing", "kmem_cache_free"),
		each("new pages with arbitrary content, or 0", "__get_free_pages alloc_pages_exact"),
		each("a new page of zeros, or 0", "get_zeroed_page"),
		each("a plain write of all of them; 0 does nothing", "free_pages"),
		each("new memory with arbitrary content and an arbitrary address for the device, or null", "dma_alloc_attrs dmam_alloc_attrs dma_alloc_coherent dmam_alloc_coherent usb_alloc_coherent"),
		each("a plain write of the whole object; null does nothing", "dma_free_attrs dma_free_coherent usb_free_coherent dmam_free_coherent"),
		each("new text, or null", "kasprintf kvasprintf devm_kasprintf devm_kvasprintf"),
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
		each("a device says anything", linuxRegisterRead),
		each("a device hears of it, nobody else", linuxRegisterWritten),
	)},
	{kMemory, KindStub, "linux/err.c", join(
		each("whether a pointer is an error, in the last page of addresses", "IS_ERR IS_ERR_OR_NULL"),
		each("the error; any number if it is none", "PTR_ERR"),
		each("the error, or 0", "PTR_ERR_OR_ZERO"),
	)},
	{kOther, KindStub, "linux/text.c", join(
		each("a copy that fits, or what fits of it and an error", "strscpy strscpy_pad"),
		each("a copy of what fits; its whole length", "strlcpy strlcat"),
		each("reads the text, and says where the number ends; an arbitrary number", "simple_strtoull simple_strtoll simple_strtoul simple_strtol memparse"),
		each("the number", "_bcd2bin _bin2bcd"),
		each("behind as many characters as there are; one more is read", "skip_spaces"),
		each("ends the text, and begins it, anywhere", "strim"),
		each("where the text stands in a list, or an error; reads both", "match_string"),
		each("the same; any of the list, or an error", "__sysfs_match_string"),
		each("reads the text; an arbitrary number, or an error", "kstrtoull kstrtoll _kstrtoul _kstrtol kstrtouint kstrtoint kstrtou16 kstrtos16 kstrtou8 kstrtos8 kstrtobool"),
		each("an arbitrary number, or an error", "kstrtoull_from_user kstrtoll_from_user kstrtoul_from_user kstrtol_from_user kstrtouint_from_user kstrtoint_from_user kstrtobool_from_user"),
	)},
	{kDevice, KindStub, "linux/refs.c", each("the object itself", "get_device kobject_get usb_get_dev usb_get_intf usb_get_urb pci_dev_get fwnode_handle_get of_node_get")},
	{kDevice, KindStub, "linux/answers.c", join(
		each("for parts of the harness: reads memory of the driver's", "__heddle_linux_read"),
		each("for parts of the harness: makes memory of the driver's arbitrary", "__heddle_linux_write"),
		each("an arbitrary number; arbitrary result", "rdmsrl_safe pci_read_config_byte pci_read_config_word pci_read_config_dword pcie_capability_read_word pcie_capability_read_dword acpi_get_event_status"),
		each("an arbitrary number, or an error", "regmap_read"),
		each("whether something changed, where that is asked for; arbitrary result", "regmap_update_bits_base"),
		each("arbitrary bytes, or an error after some of them", "regmap_raw_read"),
		each("the number that a device has, or an error", "alloc_chrdev_region"),
		each("writes the buffer of the port plainly, as its callers are to be kept apart; 1 or 0", "tty_insert_flip_char __tty_insert_flip_char"),
		each("writes the list in a step of its own", "fasync_helper"),
		each("reads the list in a step of its own", "kill_fasync"),
		each("reads the bytes; may fail", "regmap_raw_write hid_hw_output_report"),
		each("arbitrary bytes if the device speaks, else reads them; may fail, after some of them", "usb_control_msg usb_bulk_msg usb_interrupt_msg hid_hw_raw_request"),
		each("arbitrary bytes if the device speaks, else reads them; may fail, after some of them", "i2c_transfer_buffer_flags"),
		each("arbitrary bytes, 32 or as many as asked for at most; may fail, after some of them", "i2c_smbus_read_i2c_block_data i2c_smbus_read_i2c_block_data_or_emulated"),
		each("reads the bytes, 32 at most; may fail", "i2c_smbus_write_i2c_block_data i2c_smbus_write_block_data"),
		each("an arbitrary string, or an error", "usb_string"),
		each("an arbitrary time; may fail", "mc146818_get_time rtc_time64_to_tm ktime_get_ts64 ktime_get_real_ts64 ktime_get_raw_ts64"),
		each("reads the time; arbitrary result", "mc146818_set_time rtc_tm_to_time64 rtc_valid_tm"),
	)},
	{kOther, KindStub, "linux/find.c", join(
		each("reads words plainly up to the bit that is found", "_find_first_bit _find_first_zero_bit _find_next_bit _find_next_zero_bit"),
		each("reads all words plainly, and counts", "__bitmap_weight"),
	)},
	{kDevice, KindStub, "linux/io.c", join(
		each("memory becomes arbitrary", linuxRegistersRead),
		each("memory is read", linuxRegistersWritten),
	)},
	{kMemory, KindStub, "linux/kfifo.c", join(
		each("a new empty queue, or an error", "__kfifo_alloc __kfifo_init"),
		each("frees the buffer; plain", "__kfifo_free"),
		each("moves the index of the writer plainly, and looks at that of the reader", "__kfifo_in __kfifo_in_r __kfifo_from_user __kfifo_from_user_r"),
		each("moves the index of the reader plainly, and looks at that of the writer", "__kfifo_out __kfifo_out_r __kfifo_to_user __kfifo_to_user_r __kfifo_skip_r"),
		each("reads the index of the reader plainly, and looks at that of the writer", "__kfifo_out_peek __kfifo_out_peek_r __kfifo_len_r"),
		each("as much as fits a record", "__kfifo_max_r"),
	)},
	{kOther, KindStub, "linux/rtnl.c", join(
		each("the lock of network configuration", "rtnl_lock rtnl_unlock"),
		each("1 if it acquired, 0 at once otherwise", "rtnl_trylock"),
		each("acquires, or is interrupted", "rtnl_lock_killable"),
		each("arbitrary", "rtnl_is_locked"),
	)},
	{kOther, KindStub, "linux/rcu_none.c", waitedFor("readers of RCU keep nobody away; synchronize_rcu and its kin wait for those that began before",
		"__rcu_read_lock __rcu_read_unlock rcu_read_lock rcu_read_unlock rcu_read_lock_bh rcu_read_unlock_bh rcu_read_lock_sched rcu_read_unlock_sched local_bh_disable local_bh_enable")},
	{kOther, KindStub, "linux/grace.c", join(
		each("waits until all readers that read now have ended", "synchronize_rcu synchronize_rcu_expedited synchronize_net synchronize_rcu_bh synchronize_sched"),
		each("another thread calls the function, after a grace period", "call_rcu call_rcu_hurry"),
		each("another thread frees the object, after a grace period", "__heddle_linux_kfree_rcu"),
		each("waits until all that waits for a grace period is done", "rcu_barrier"),
		each("a reader begins", "__heddle_rcu_enter"),
		each("a reader ends", "__heddle_rcu_leave"),
	)},
	{kOther, KindUnsupported, "", each("readers with a domain of their own", "srcu_read_lock __srcu_read_lock synchronize_srcu synchronize_srcu_expedited call_srcu")},
	{kOther, KindHavoc, "", join(
		each("0 or an error; the handler runs where it is an entry point of a harness, nowhere else", "request_threaded_irq devm_request_threaded_irq request_any_context_irq devm_request_any_context_irq"),
		each("time passes", "__heddle_may_freeze udelay __udelay __const_udelay ndelay __ndelay mdelay msleep usleep_range usleep_range_state fsleep ssleep schedule yield cpu_relax io_delay"),
		each("arbitrary", "msleep_interruptible schedule_timeout schedule_timeout_interruptible schedule_timeout_uninterruptible schedule_timeout_killable "+
			"__refrigerator __heddle_processor get_random_u32 get_random_u8 get_random_u16 get_random_u64 signal_pending rdtsc rdtsc_ordered"),
		each("nothing: the memory need not even be there", "prefetch prefetchw prefetch_range prefetch_page_address"),
		each("null, or external memory", "dev_fwnode"),
		each("text for people", "might_fault __might_fault __might_sleep printk _printk __printk _dev_printk _dev_emerg _dev_alert _dev_crit _dev_err _dev_warn _dev_notice _dev_info dev_printk_emit "+
			"dev_vprintk_emit vprintk netdev_printk netdev_emerg netdev_alert netdev_crit netdev_err netdev_warn netdev_notice netdev_info __dynamic_pr_debug __dynamic_dev_dbg dump_stack"),
		each("arbitrary", "___ratelimit __printk_ratelimit kthread_should_stop kthread_should_park freezing_slow_path capable ns_capable _cond_resched __cond_resched __might_resched need_resched in_compat_syscall in_x32_syscall waitqueue_active wq_has_sleeper"),
		each("whoever waits looks at its condition again, as all do that wait", "__wake_up __wake_up_sync __wake_up_sync_key __wake_up_locked __wake_up_locked_key wake_up_process wake_up_state wake_up_bit __wake_up_bit wake_up_var"),
		each("waiting is the condition that is looked at, not the queue",
			"prepare_to_wait prepare_to_wait_exclusive prepare_to_wait_event finish_wait add_wait_queue add_wait_queue_exclusive remove_wait_queue init_wait_entry __init_waitqueue_head poll_wait __init_swait_queue_head"),
	)},
	{kOther, KindHavoc, "", join(
		each("writes text, of which the first byte stands for the rest where nobody says how much fits; reads strings of %s, and what %pM, %pI4, %pI6 and %*ph print, where the format is a literal",
			"sprintf snprintf scnprintf vsprintf vsnprintf vscnprintf sysfs_emit sysfs_emit_at"),
		each("text for a reader of a file; reads as printk", "seq_printf seq_putc seq_vprintf"),
	)},
	{kDevice, KindHavoc, "", join(
		each("registers, or null",
			"ioremap ioremap_wc ioremap_uc ioremap_np ioremap_cache ioport_map pci_iomap pci_iomap_range pci_ioremap_bar devm_ioremap devm_ioremap_wc devm_ioremap_uc "+
				"of_iomap pcim_iomap pcim_iomap_table devm_ioport_map"),
		each("nothing", "iounmap ioport_unmap pci_iounmap devm_iounmap pcim_iounmap devm_ioport_unmap"),
		each("what a bus, a clock, a regulator or a pin says is arbitrary, and what it hears is known to nobody else",
			"platform_get_irq platform_get_irq_optional platform_get_irq_byname platform_get_resource platform_get_resource_byname platform_irq_count "+
				"__request_region __release_region __devm_request_region __devm_release_region release_resource request_resource "+
				"pci_enable_device pci_enable_device_mem pcim_enable_device pci_disable_device pci_set_master pci_clear_master pci_request_regions pci_release_regions pci_request_region pci_release_region "+
				"pcim_iomap_regions pci_set_power_state pci_save_state pci_restore_state pci_enable_wake pci_wake_from_d3 pci_try_set_mwi pci_set_mwi pci_clear_mwi pci_alloc_irq_vectors_affinity pci_free_irq_vectors "+
				"pci_irq_vector pci_disable_msi pci_disable_msix pci_intx pci_write_config_byte pci_write_config_word pci_write_config_dword "+
				"clk_prepare clk_unprepare clk_enable clk_disable clk_get_rate clk_set_rate clk_put "+
				"regulator_enable regulator_disable regulator_is_enabled regulator_set_voltage regulator_get_voltage "+
				"gpiod_get_value gpiod_get_value_cansleep gpiod_set_value gpiod_set_value_cansleep gpiod_direction_input gpiod_direction_output gpiod_to_irq "+
				"gpiod_cansleep gpiod_is_active_low gpiod_get_raw_value gpiod_get_raw_value_cansleep gpiod_set_raw_value gpiod_set_raw_value_cansleep gpiod_direction_output_raw gpiod_get_direction gpiod_put desc_to_gpio "+
				"usb_put_dev usb_put_intf pci_dev_put fwnode_handle_put usb_autopm_get_interface usb_autopm_get_interface_async usb_autopm_get_interface_no_resume usb_autopm_put_interface usb_autopm_put_interface_async usb_autopm_put_interface_no_suspend "+
				"usb_set_interface usb_clear_halt usb_reset_endpoint usb_anchor_urb usb_unanchor_urb usb_unlink_urb "+
				"kempld_read8 kempld_read16 kempld_read32 kempld_write8 kempld_write16 kempld_write32 pcmcia_enable_device pcmcia_request_io "+
				"hid_hw_start hid_hw_open hid_hw_close hid_open_report device_wakeup_disable device_get_child_node_count device_get_next_child_node fwnode_property_present device_property_present "+
				"led_init_default_state_get ida_alloc_range ida_free is_acpi_device_node acpi_check_resource_conflict acpi_check_region sysfs_chmod_file generic_handle_domain_irq handle_edge_irq handle_level_irq handle_simple_irq handle_bad_irq irq_set_irq_wake pnp_get_resource pci_find_capability rtc_month_days rtc_cmos_read rtc_cmos_write mc146818_does_rtc_work is_hpet_enabled hpet_mask_rtc_irq_bit "+
				"hpet_set_rtc_irq_bit hpet_set_alarm_time hpet_set_periodic_freq hpet_rtc_dropped_irq hpet_rtc_timer_init hpet_unregister_irq_handler acpi_remove_fixed_event_handler acpi_enable_event acpi_disable_event acpi_clear_event "+
				"gpio_request gpio_free gpio_to_desc devm_gpio_request devm_gpio_request_one regmap_write "+
				"i2c_get_functionality i2c_smbus_read_byte_data i2c_smbus_write_byte_data i2c_smbus_read_word_data i2c_smbus_write_word_data i2c_smbus_read_byte i2c_smbus_write_byte "+
				"dma_set_mask dma_set_coherent_mask dma_map_page_attrs dma_unmap_page_attrs dma_map_single_attrs dma_unmap_single_attrs dma_sync_single_for_cpu dma_sync_single_for_device "+
				"device_set_wakeup_capable device_set_wakeup_enable device_wakeup_enable pm_wakeup_dev_event pm_runtime_enable __pm_runtime_disable __pm_runtime_resume __pm_runtime_suspend __pm_runtime_idle __pm_runtime_set_status pm_runtime_force_suspend pm_runtime_force_resume"),
		each("an input, a disk or a network says it to its users",
			"input_event rtc_update_irq hwmon_notify_event sysfs_notify kobject_uevent kobject_uevent_env "+
				"netif_carrier_on netif_carrier_off netif_tx_wake_queue netif_schedule_queue netif_tx_stop_all_queues netif_rx netif_receive_skb napi_gro_receive "+
				"__dev_kfree_skb_any __dev_kfree_skb_irq consume_skb kfree_skb_reason dev_kfree_skb_irq_reason dev_kfree_skb_any_reason "+
				"eth_type_trans skb_push skb_pull ethtool_op_get_link eth_validate_addr napi_enable napi_complete_done __netif_napi_del "+
				"tty_wakeup tty_port_tty_wakeup tty_hangup tty_vhangup tty_port_tty_hangup tty_kref_put "+
				"blk_mq_start_request blk_mq_end_request blk_mq_complete_request blk_mq_start_stopped_hw_queues blk_mq_stop_hw_queues blk_mq_stop_hw_queue blk_mq_start_hw_queues blk_mq_run_hw_queues "+
				"blk_queue_logical_block_size blk_queue_physical_block_size blk_queue_max_discard_sectors blk_queue_max_write_zeroes_sectors blk_queue_max_secure_erase_sectors blk_queue_max_discard_segments blk_queue_io_min blk_queue_io_opt blk_queue_dma_alignment blk_queue_bounce_limit blk_queue_virt_boundary blk_queue_alignment_offset blk_queue_rq_timeout blk_queue_chunk_sectors blk_queue_max_hw_sectors blk_queue_max_segments blk_queue_max_segment_size blk_queue_flag_set blk_queue_flag_clear blk_queue_write_cache set_capacity "+
				"watchdog_init_timeout watchdog_notify_pretimeout input_set_poll_interval input_set_min_poll_interval input_set_max_poll_interval led_trigger_event led_trigger_unregister_simple dev_trans_start"),
		each("a function of the kernel that a driver gives back to it: what it does to the driver is what others do at any time anyway", "compat_ptr_ioctl default_wake_function eth_mac_addr seq_read seq_lseek single_release "+
			"input_ff_flush tpm_pm_suspend tpm_pm_resume hpet_rtc_interrupt"),
		each("nothing that the driver sees", "try_module_get __module_get module_put put_device kobject_put nonseekable_open stream_open noop_llseek add_taint "+
			"refcount_warn_saturate emergency_restart orderly_poweroff orderly_reboot ctrl_alt_del kernel_restart"),
		each("the number that a device has, or an error", "register_chrdev_region unregister_chrdev_region device_destroy class_destroy"),
	)},
}
