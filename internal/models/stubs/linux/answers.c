/* What devices, buses and clocks answer through a pointer, and what they are told through one. A message that fails may have come in part. */
#include <heddle_intrinsics.h>

typedef __SIZE_TYPE__ size_t;

static int failed(void) {
	int e = __heddle_nondet_int();
	return e < 0 && e >= -4095 ? e : -5;
}

static size_t part(size_t n) {
	size_t k = __heddle_nondet_size();
	return k > n ? n : k;
}

/* For parts of the harness: what the kernel reads and writes of the driver's. */
void __heddle_linux_read(const void *p, size_t n) { __heddle_touch((void *)p, n); }
void __heddle_linux_write(void *p, size_t n) { __heddle_fill_any(p, n); }

int pci_read_config_byte(const void *dev, int where, unsigned char *to) { (void)dev; (void)where; *to = __heddle_nondet_uchar(); return __heddle_nondet_int(); }
int pci_read_config_word(const void *dev, int where, unsigned short *to) { (void)dev; (void)where; *to = __heddle_nondet_ushort(); return __heddle_nondet_int(); }
int pci_read_config_dword(const void *dev, int where, unsigned int *to) { (void)dev; (void)where; *to = __heddle_nondet_uint(); return __heddle_nondet_int(); }
int pcie_capability_read_word(void *dev, int where, unsigned short *to) { (void)dev; (void)where; *to = __heddle_nondet_ushort(); return __heddle_nondet_int(); }
int pcie_capability_read_dword(void *dev, int where, unsigned int *to) { (void)dev; (void)where; *to = __heddle_nondet_uint(); return __heddle_nondet_int(); }

/* The buffer is the first member of a port, which may be null where a serial port has no state yet. */
static int insert(void *port) {
	if (port)
		__heddle_fill_any(port, sizeof(void *));
	return __heddle_nondet_bool();
}

int tty_insert_flip_char(void *port, unsigned char c, char flag) { (void)c; (void)flag; return insert(port); }
int __tty_insert_flip_char(void *port, unsigned char c, char flag) { (void)c; (void)flag; return insert(port); }

/* Who is told of input: the list changes under a lock that no driver has, and is looked at without one. */
int fasync_helper(int fd, void *file, int on, void **to) {
	(void)fd;
	(void)file;
	if (on && __heddle_nondet_bool())
		return failed();
	if (__heddle_nondet_bool())
		return 0;
	__atomic_store_n(to, on || __heddle_nondet_bool() ? __heddle_alloc(64, 1) : (void *)0, __ATOMIC_SEQ_CST);
	return 1;
}

void kill_fasync(void **fp, int sig, int band) {
	(void)sig;
	(void)band;
	(void)__atomic_load_n(fp, __ATOMIC_SEQ_CST);
}

int regmap_read(void *map, unsigned int reg, unsigned int *to) {
	(void)map;
	(void)reg;
	if (__heddle_nondet_bool())
		return failed();
	*to = __heddle_nondet_uint();
	return 0;
}

int regmap_update_bits_base(void *map, unsigned int reg, unsigned int mask, unsigned int value, _Bool *change, _Bool async, _Bool force) {
	(void)map;
	(void)reg;
	(void)mask;
	(void)value;
	(void)async;
	(void)force;
	if (change)
		*change = __heddle_nondet_bool();
	return __heddle_nondet_bool() ? failed() : 0;
}

int alloc_chrdev_region(unsigned int *to, unsigned int minor, unsigned int n, const char *name) {
	(void)minor;
	(void)n;
	(void)name;
	if (__heddle_nondet_bool())
		return failed();
	*to = __heddle_nondet_uint();
	return 0;
}

int rdmsrl_safe(unsigned int msr, unsigned long long *to) { (void)msr; *to = __heddle_nondet_ulong(); return __heddle_nondet_int(); }

int regmap_raw_read(void *map, unsigned int reg, void *to, size_t n) { (void)map; (void)reg; __heddle_fill_any(to, part(n)); return __heddle_nondet_bool() ? failed() : 0; }
int regmap_raw_write(void *map, unsigned int reg, const void *from, size_t n) { (void)map; (void)reg; __heddle_touch((void *)from, n); return __heddle_nondet_bool() ? failed() : 0; }

/* Messages over USB: the highest bit says that the device speaks. */
#define IN 0x80

static int message(int in, void *data, size_t n) {
	size_t k = part(n);
	if (in)
		__heddle_fill_any(data, k);
	else
		__heddle_touch(data, n);
	return __heddle_nondet_bool() ? failed() : (int)k;
}

int usb_control_msg(void *dev, unsigned int pipe, unsigned char request, unsigned char type, unsigned short value, unsigned short index, void *data, unsigned short n, int timeout) {
	(void)dev;
	(void)pipe;
	(void)request;
	(void)value;
	(void)index;
	(void)timeout;
	return message(type & IN, data, n);
}

static int transfer(unsigned int pipe, void *data, int n, int *came) {
	int k = message(pipe & IN, data, n < 0 ? 0 : n);
	if (came)
		*came = k < 0 ? 0 : k;
	return k < 0 ? k : 0;
}

int usb_bulk_msg(void *dev, unsigned int pipe, void *data, int n, int *came, int timeout) { (void)dev; (void)timeout; return transfer(pipe, data, n, came); }
int usb_interrupt_msg(void *dev, unsigned int pipe, void *data, int n, int *came, int timeout) { (void)dev; (void)timeout; return transfer(pipe, data, n, came); }

/* A message over i2c: the lowest bit says that the device speaks. */
int i2c_transfer_buffer_flags(const void *client, char *data, int n, unsigned short flags) {
	(void)client;
	size_t all = (unsigned short)n; /* that much fits a message */
	_Bool fails = __heddle_nondet_bool();
	if (flags & 1)
		__heddle_fill_any(data, fails ? part(all) : all);
	else
		__heddle_touch(data, all);
	return fails ? failed() : n;
}

/* Blocks over the SMBus have 32 bytes (drivers/i2c/i2c-core-smbus.c). */
static size_t block(unsigned char n) {
	return n > 32 ? 32 : n;
}

static int read_block(unsigned char n, void *to) {
	size_t k = part(block(n));
	__heddle_fill_any(to, k);
	return __heddle_nondet_bool() ? failed() : (int)k;
}

static int write_block(unsigned char n, const void *from) {
	__heddle_touch((void *)from, block(n));
	return __heddle_nondet_bool() ? failed() : 0;
}

int i2c_smbus_read_i2c_block_data(const void *client, unsigned char command, unsigned char n, unsigned char *to) { (void)client; (void)command; return read_block(n, to); }
int i2c_smbus_read_i2c_block_data_or_emulated(const void *client, unsigned char command, unsigned char n, unsigned char *to) { (void)client; (void)command; return read_block(n, to); }
int i2c_smbus_write_i2c_block_data(const void *client, unsigned char command, unsigned char n, const unsigned char *from) { (void)client; (void)command; return write_block(n, from); }
int i2c_smbus_write_block_data(const void *client, unsigned char command, unsigned char n, const unsigned char *from) { (void)client; (void)command; return write_block(n, from); }

int usb_string(void *dev, int index, char *to, size_t n) {
	(void)dev;
	(void)index;
	if (!n || __heddle_nondet_bool())
		return failed();
	__heddle_fill_any(to, n);
	size_t k = part(n - 1);
	to[k] = 0;
	return k;
}

/* Reports of HID devices: 1 asks for one, 9 sends one. */
int hid_hw_raw_request(void *dev, unsigned char number, unsigned char *data, size_t n, int type, int request) { (void)dev; (void)number; (void)type; return message(request == 1, data, n); }
int hid_hw_output_report(void *dev, unsigned char *data, size_t n) { (void)dev; return message(0, data, n); }

/* Clocks. A struct rtc_time is nine numbers, a struct timespec64 two. */
struct rtc_time {
	int nine[9];
};
struct timespec64 {
	long long two[2];
};

int mc146818_get_time(struct rtc_time *t, int timeout) { (void)timeout; __heddle_fill_any(t, sizeof(*t)); return __heddle_nondet_bool() ? failed() : 0; }
int mc146818_set_time(struct rtc_time *t) { __heddle_touch(t, sizeof(*t)); return __heddle_nondet_bool() ? failed() : 0; }
void rtc_time64_to_tm(long long time, struct rtc_time *t) { (void)time; __heddle_fill_any(t, sizeof(*t)); }
long long rtc_tm_to_time64(struct rtc_time *t) { __heddle_touch(t, sizeof(*t)); return __heddle_nondet_longlong(); }
int rtc_valid_tm(struct rtc_time *t) { __heddle_touch(t, sizeof(*t)); return __heddle_nondet_bool() ? -22 : 0; }
void ktime_get_ts64(struct timespec64 *t) { __heddle_fill_any(t, sizeof(*t)); }
void ktime_get_real_ts64(struct timespec64 *t) { __heddle_fill_any(t, sizeof(*t)); }
void ktime_get_raw_ts64(struct timespec64 *t) { __heddle_fill_any(t, sizeof(*t)); }

unsigned int acpi_get_event_status(unsigned int event, unsigned int *to) { (void)event; *to = __heddle_nondet_uint(); return __heddle_nondet_uint(); }
