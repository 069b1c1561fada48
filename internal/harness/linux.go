package harness

import "strings"

// Who calls the functions of a Linux driver. A driver gives functions to the kernel in members of certain structs and as arguments of certain functions; each line says
// what the kernel does with them.

// Where code runs in a kernel.
const (
	InProcess   = "process"   // may sleep
	InSoftirq   = "softirq"   // must not sleep; another one on every processor
	InInterrupt = "interrupt" // must not sleep
)

const actionAtEnd = "action at the end of a device"

// Role is what a function that was given to the kernel is for.
type Role struct {
	What    string // for people
	Context string // InProcess and the like
	// Life is set for functions that begin or end the life of a driver or of a device: they run when others do not yet, or do not any more.
	Life bool
}

// linuxMembers are the structs, and members of structs, that drivers fill in.
var linuxMembers = map[string]Role{
	"file_operations":         {What: "file operation", Context: InProcess},
	"proc_ops":                {What: "file operation in /proc", Context: InProcess},
	"seq_operations":          {What: "sequence file", Context: InProcess},
	"block_device_operations": {What: "block device operation", Context: InProcess},
	"blk_mq_ops":              {What: "block request", Context: InProcess},
	"net_device_ops":          {What: "network device operation", Context: InProcess},
	"ethtool_ops":             {What: "ethtool operation", Context: InProcess},
	"tty_operations":          {What: "terminal operation", Context: InProcess},
	"tty_port_operations":     {What: "terminal port operation", Context: InProcess},
	"tty_ldisc_ops":           {What: "line discipline", Context: InProcess},
	"uart_ops":                {What: "serial port operation", Context: InProcess},
	"usb_serial_driver":       {What: "serial port over USB", Context: InProcess},
	"watchdog_ops":            {What: "watchdog operation", Context: InProcess},
	"rtc_class_ops":           {What: "clock operation", Context: InProcess},
	"i2c_algorithm":           {What: "i2c transfer", Context: InProcess},
	"hwmon_ops":               {What: "sensor operation", Context: InProcess},
	"nvmem_config":            {What: "nvmem access", Context: InProcess},
	"gpio_chip":               {What: "gpio operation", Context: InProcess},
	"irq_chip":                {What: "interrupt controller", Context: InInterrupt},
	"input_dev":               {What: "input device operation", Context: InProcess},
	"led_classdev":            {What: "led operation", Context: InProcess},
	"backlight_ops":           {What: "backlight operation", Context: InProcess},
	"dev_pm_ops":              {What: "power management", Context: InProcess},
	"notifier_block":          {What: "notifier", Context: InProcess},
	"device_attribute":        {What: "attribute in /sys", Context: InProcess},
	"driver_attribute":        {What: "attribute in /sys", Context: InProcess},
	"class_attribute":         {What: "attribute in /sys", Context: InProcess},
	"kobj_attribute":          {What: "attribute in /sys", Context: InProcess},
	"bin_attribute":           {What: "attribute in /sys", Context: InProcess},
	"attribute_group":         {What: "attribute in /sys", Context: InProcess},
	"sensor_device_attribute": {What: "attribute in /sys", Context: InProcess},
	"kernel_param_ops":        {What: "module parameter", Context: InProcess},
	"clk_ops":                 {What: "clock operation", Context: InProcess},
	"regmap_config":           {What: "register map", Context: InProcess},
	"timer_list":              {What: "timer", Context: InSoftirq},
	"hrtimer":                 {What: "timer", Context: InInterrupt},
	"tasklet_struct":          {What: "tasklet", Context: InSoftirq},
	"work_struct":             {What: "work", Context: InProcess},
	"delayed_work":            {What: "work", Context: InProcess},
	"urb":                     {What: "completion of a URB", Context: InSoftirq},
	"console":                 {What: "console", Context: InProcess},
	"clocksource":             {What: "clock source", Context: InInterrupt},

	"dmi_system_id":          {What: "called there", Context: InProcess},
	"mii_if_info":            {What: "network PHY access", Context: InProcess},
	"tpm_class_ops":          {What: "TPM operation", Context: InProcess},
	"led_trigger":            {What: "led trigger", Context: InProcess},
	"uart_port":              {What: "serial port operation", Context: InProcess},
	"uart_8250_dma":          {What: "serial port operation", Context: InProcess},
	"sysrq_key_op":           {What: "sysrq key", Context: InInterrupt},
	"nmiaction":              {What: "non-maskable interrupt handler", Context: InInterrupt},
	"input_handler":          {What: "input handler", Context: InProcess},
	"i2c_algo_pca_data":      {What: "i2c transfer", Context: InProcess},
	"genl_small_ops":         {What: "netlink operation", Context: InProcess},
	"genl_ops":               {What: "netlink operation", Context: InProcess},
	"ff_device":              {What: "force feedback", Context: InProcess},
	"bio":                    {What: "end of block I/O", Context: InSoftirq},
	"agp_bridge_driver":      {What: "AGP bridge operation", Context: InProcess},
	"irqaction":              {What: "interrupt handler", Context: InInterrupt},
	"hid_driver":             {What: "HID driver", Context: InProcess, Life: true},
	"pcmcia_driver":          {What: "PCMCIA driver", Context: InProcess, Life: true},
	"acpi_device_ops":        {What: "ACPI driver", Context: InProcess, Life: true},
	"device":                 {What: "end of a device", Context: InProcess, Life: true},
	"hid_driver.raw_event":   {What: "HID report", Context: InInterrupt},
	"hid_driver.event":       {What: "HID report", Context: InInterrupt},
	"acpi_device_ops.notify": {What: "ACPI notification", Context: InProcess},
	"input_handler.filter":   {What: "input event", Context: InInterrupt},
	"input_handler.event":    {What: "input event", Context: InInterrupt},
	"input_handler.events":   {What: "input event", Context: InInterrupt},
	"uart_port.handle_irq":   {What: "interrupt handler", Context: InInterrupt},

	"pci_driver":      {What: "PCI driver", Context: InProcess, Life: true},
	"usb_driver":      {What: "USB driver", Context: InProcess, Life: true},
	"platform_driver": {What: "platform driver", Context: InProcess, Life: true},
	"i2c_driver":      {What: "i2c driver", Context: InProcess, Life: true},
	"spi_driver":      {What: "spi driver", Context: InProcess, Life: true},
	"acpi_driver":     {What: "ACPI driver", Context: InProcess, Life: true},
	"pnp_driver":      {What: "PnP driver", Context: InProcess, Life: true},
	"serio_driver":    {What: "serio driver", Context: InProcess, Life: true},
	"parport_driver":  {What: "parport driver", Context: InProcess, Life: true},
	"isa_driver":      {What: "ISA driver", Context: InProcess, Life: true},
	"device_driver":   {What: "driver", Context: InProcess, Life: true},
	"virtio_driver":   {What: "virtio driver", Context: InProcess, Life: true},
	"bus_type":        {What: "bus", Context: InProcess, Life: true},

	"net_device_ops.ndo_start_xmit":            {What: "packets to send", Context: InSoftirq},
	"net_device_ops.ndo_start_xmit" + OnQueues: {What: "packets to send on several queues", Context: InSoftirq},
	"net_device_ops.ndo_start_xmit" + Unlocked: {What: "packets to send without a lock", Context: InSoftirq},
	"net_device_ops.ndo_tx_timeout":            {What: "packets that were not sent", Context: InSoftirq},
	"net_device_ops.ndo_poll_controller":       {What: "polling by netconsole", Context: InInterrupt},
	"serio_driver.interrupt":                   {What: "bytes from a serio port", Context: InInterrupt},
	"virtio_driver.config_changed":             {What: "change of a virtio device", Context: InProcess},
	"acpi_driver.notify":                       {What: "ACPI notification", Context: InProcess},
	"block_device_operations.free_disk":        {What: "end of a disk", Context: InProcess},
	"blk_mq_ops.complete":                      {What: "end of a block request", Context: InSoftirq},
}

// Variants of ndo_start_xmit: devices of the driver have, or may have, several queues to send on; they ask not to be locked while they send.
const (
	OnQueues = "/queues"
	Unlocked = "/unlocked"
)

// linuxHandlers are the functions that drivers give functions to: NAME.N is the argument, counted from 1.
var linuxHandlers = map[string]Role{
	"request_irq.2":                          {What: "interrupt handler", Context: InInterrupt},
	"devm_request_irq.3":                     {What: "interrupt handler", Context: InInterrupt},
	"request_threaded_irq.2":                 {What: "interrupt handler", Context: InInterrupt},
	"request_threaded_irq.3":                 {What: "threaded interrupt handler", Context: InProcess},
	"devm_request_threaded_irq.3":            {What: "interrupt handler", Context: InInterrupt},
	"devm_request_threaded_irq.4":            {What: "threaded interrupt handler", Context: InProcess},
	"request_any_context_irq.2":              {What: "interrupt handler", Context: InInterrupt},
	"devm_request_any_context_irq.3":         {What: "interrupt handler", Context: InInterrupt},
	"pci_request_irq.3":                      {What: "interrupt handler", Context: InInterrupt},
	"pci_request_irq.4":                      {What: "threaded interrupt handler", Context: InProcess},
	"init_timer_key.2":                       {What: "timer", Context: InSoftirq},
	"timer_setup.2":                          {What: "timer", Context: InSoftirq},
	"tasklet_setup.2":                        {What: "tasklet", Context: InSoftirq},
	"tasklet_init.2":                         {What: "tasklet", Context: InSoftirq},
	"netif_napi_add.3":                       {What: "NAPI poll", Context: InSoftirq},
	"netif_napi_add_weight.3":                {What: "NAPI poll", Context: InSoftirq},
	"netif_napi_add_tx.3":                    {What: "NAPI poll", Context: InSoftirq},
	"usb_fill_int_urb.6":                     {What: "completion of a URB", Context: InSoftirq},
	"usb_fill_bulk_urb.6":                    {What: "completion of a URB", Context: InSoftirq},
	"usb_fill_control_urb.7":                 {What: "completion of a URB", Context: InSoftirq},
	"kthread_create_on_node.1":               {What: "kernel thread", Context: InProcess},
	"acpi_install_notify_handler.3":          {What: "ACPI notification", Context: InProcess},
	"proc_create_single_data.4":              {What: "file in /proc", Context: InProcess},
	"single_open.2":                          {What: "sequence file", Context: InProcess},
	"request_firmware_nowait.7":              {What: "firmware has come", Context: InProcess},
	"devm_add_action.2":                      {What: actionAtEnd, Context: InProcess, Life: true},
	"__devm_add_action.2":                    {What: actionAtEnd, Context: InProcess, Life: true},
	"devm_add_action_or_reset.2":             {What: actionAtEnd, Context: InProcess, Life: true},
	"__devm_add_action_or_reset.2":           {What: actionAtEnd, Context: InProcess, Life: true},
	"hpet_register_irq_handler.1":            {What: "interrupt handler", Context: InInterrupt},
	"kref_put.2":                             {What: "end of an object, called there", Context: InProcess},
	"kref_put_mutex.2":                       {What: "end of an object, called there", Context: InProcess},
	"kref_put_lock.2":                        {What: "end of an object, called there", Context: InProcess},
	"pcmcia_request_irq.2":                   {What: "interrupt handler", Context: InInterrupt},
	"acpi_install_address_space_handler.3":   {What: "ACPI address space", Context: InProcess},
	"acpi_install_address_space_handler.4":   {What: "ACPI address space", Context: InProcess},
	"acpi_install_fixed_event_handler.2":     {What: "ACPI event", Context: InInterrupt},
	"__register_blkdev.3":                    {What: "opening of a block device", Context: InProcess},
	"input_setup_polling.2":                  {What: "polling of an input device", Context: InProcess},
	"smp_call_function.1":                    {What: "call on other processors", Context: InInterrupt},
	"__devres_alloc_node.1":                  {What: "end of a device", Context: InProcess, Life: true},
	"acpi_walk_resources.3":                  {What: "called there", Context: InProcess},
	"acpi_dev_get_resources.3":               {What: "called there", Context: InProcess},
	"pcmcia_loop_config.2":                   {What: "called there", Context: InProcess},
	"pcmcia_loop_tuple.3":                    {What: "called there", Context: InProcess},
	"blk_mq_tagset_busy_iter.2":              {What: "called there", Context: InProcess},
	"idr_for_each.2":                         {What: "called there", Context: InProcess},
	"call_rcu.2":                             {What: "after all readers", Context: InSoftirq},
	"vga_client_register.2":                  {What: "VGA arbitration", Context: InProcess},
	"platform_driver_probe.2":                {What: "platform driver", Context: InProcess, Life: true},
	"__platform_driver_probe.2":              {What: "platform driver", Context: InProcess, Life: true},
	"__platform_create_bundle.2":             {What: "platform driver", Context: InProcess, Life: true},
	"serial8250_set_isa_configurator.1":      {What: "serial ports", Context: InProcess, Life: true},
	"class_create_file_ns.1":                 {What: "attribute in /sys", Context: InProcess},
	"devm_hwmon_device_register_with_info.4": {What: "sensor operation", Context: InProcess},
}

// Linux says what a function is for that a driver stores in a member of a struct, or hands to a function as an argument, or names module_init or module_exit. The member or the
// argument decides where it is listed, else the struct. Not ok: it is none of the places known.
func Linux(place string) (Role, bool) {
	switch place {
	case "module_init":
		return Role{What: "module_init", Context: InProcess, Life: true}, true
	case "module_exit":
		return Role{What: "module_exit", Context: InProcess, Life: true}, true
	}
	if r, ok := linuxHandlers[place]; ok {
		return r, true
	}
	if r, ok := linuxMembers[place]; ok {
		return r, true
	}
	tag, _, _ := strings.Cut(place, ".")
	r, ok := linuxMembers[tag]
	return r, ok
}
