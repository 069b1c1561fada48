// SPDX-License-Identifier: GPL-2.0
/*
 * ttyecho: a terminal without hardware. What is written to it comes back as input, a little later, at the rate that a serial line would have.
 */
#include <linux/errno.h>
#include <linux/jiffies.h>
#include <linux/kernel.h>
#include <linux/module.h>
#include <linux/serial.h>
#include <linux/slab.h>
#include <linux/spinlock.h>
#include <linux/timer.h>
#include <linux/tty.h>
#include <linux/tty_driver.h>
#include <linux/tty_flip.h>

#define ECHO_SIZE 256
#define ECHO_PERIOD (HZ / 50)
#define ECHO_BURST 16

struct echo_line {
	struct tty_port port;
	struct timer_list timer;
	spinlock_t lock;
	unsigned char data[ECHO_SIZE];
	unsigned int head;
	unsigned int used;
	unsigned int sent;
	unsigned int overruns;
	bool stopped;
};

static struct echo_line echo_line;
static struct tty_driver *echo_driver;

static unsigned int echo_room(const struct echo_line *line)
{
	return ECHO_SIZE - line->used;
}

/* echo_tick gives one byte back, and comes again as long as there are more. */
static void echo_tick(struct timer_list *t)
{
	struct echo_line *line = &echo_line;
	unsigned long flags;
	bool got = false, more;

	spin_lock_irqsave(&line->lock, flags);
	if (line->used && !line->stopped) {
		tty_insert_flip_char(&line->port, line->data[line->head % ECHO_SIZE], TTY_NORMAL);
		tty_flip_buffer_push(&line->port);
		line->head++;
		line->used--;
		line->sent++;
		got = true;
	}
	more = line->used && !line->stopped;
	spin_unlock_irqrestore(&line->lock, flags);

	if (got) {
		tty_port_tty_wakeup(&line->port);
	}
	if (more)
		mod_timer(&line->timer, jiffies + ECHO_PERIOD);
}

static int echo_open(struct tty_struct *tty, struct file *file)
{
	return tty_port_open(&echo_line.port, tty, file);
}

static void echo_close(struct tty_struct *tty, struct file *file)
{
	tty_port_close(&echo_line.port, tty, file);
}

static void echo_hangup(struct tty_struct *tty)
{
	tty_port_hangup(&echo_line.port);
}

static int echo_write(struct tty_struct *tty, const unsigned char *buf, int count)
{
	struct echo_line *line = &echo_line;
	unsigned long flags;
	unsigned int n, room;
	int i;

	spin_lock_irqsave(&line->lock, flags);
	room = echo_room(line);
	n = min_t(unsigned int, count, min_t(unsigned int, room, ECHO_BURST));
	for (i = 0; i < n; i++)
		line->data[(line->head + line->used + i) % ECHO_SIZE] = buf[i];
	line->used += n;
	if (n < count)
		line->overruns++;
	spin_unlock_irqrestore(&line->lock, flags);
	if (n)
		mod_timer(&line->timer, jiffies + ECHO_PERIOD);
	return n;
}

static unsigned int echo_write_room(struct tty_struct *tty)
{
	struct echo_line *line = &echo_line;
	unsigned long flags;
	unsigned int room;

	spin_lock_irqsave(&line->lock, flags);
	room = echo_room(line);
	spin_unlock_irqrestore(&line->lock, flags);
	return room;
}

static unsigned int echo_chars_in_buffer(struct tty_struct *tty)
{
	struct echo_line *line = &echo_line;
	unsigned long flags;
	unsigned int used;

	spin_lock_irqsave(&line->lock, flags);
	used = line->used;
	spin_unlock_irqrestore(&line->lock, flags);
	return used;
}

static void echo_flush_buffer(struct tty_struct *tty)
{
	struct echo_line *line = &echo_line;
	unsigned long flags;

	spin_lock_irqsave(&line->lock, flags);
	line->used = 0;
	spin_unlock_irqrestore(&line->lock, flags);
	tty_wakeup(tty);
}

static void echo_throttle(struct tty_struct *tty)
{
	struct echo_line *line = &echo_line;
	unsigned long flags;

	spin_lock_irqsave(&line->lock, flags);
	line->stopped = true;
	spin_unlock_irqrestore(&line->lock, flags);
}

static void echo_unthrottle(struct tty_struct *tty)
{
	struct echo_line *line = &echo_line;
	unsigned long flags;
	bool more;

	spin_lock_irqsave(&line->lock, flags);
	line->stopped = false;
	more = line->used;
	spin_unlock_irqrestore(&line->lock, flags);
	if (more)
		mod_timer(&line->timer, jiffies + ECHO_PERIOD);
}

static int echo_get_icount(struct tty_struct *tty, struct serial_icounter_struct *count)
{
	struct echo_line *line = &echo_line;
	unsigned long flags;

	spin_lock_irqsave(&line->lock, flags);
	count->rx = line->sent;
	count->tx = line->sent;
	count->buf_overrun = line->overruns;
	spin_unlock_irqrestore(&line->lock, flags);
	return 0;
}

static const struct tty_operations echo_ops = {
	.open = echo_open,
	.close = echo_close,
	.hangup = echo_hangup,
	.write = echo_write,
	.write_room = echo_write_room,
	.chars_in_buffer = echo_chars_in_buffer,
	.flush_buffer = echo_flush_buffer,
	.throttle = echo_throttle,
	.unthrottle = echo_unthrottle,
	.get_icount = echo_get_icount,
};

static void echo_shutdown(struct tty_port *port)
{
	del_timer_sync(&echo_line.timer);
}

static const struct tty_port_operations echo_port_ops = {
	.shutdown = echo_shutdown,
};

static int __init echo_init(void)
{
	int err;

	echo_driver = tty_alloc_driver(1, TTY_DRIVER_REAL_RAW);
	if (IS_ERR(echo_driver))
		return PTR_ERR(echo_driver);
	echo_driver->driver_name = "ttyecho";
	echo_driver->name = "ttyE";
	echo_driver->type = TTY_DRIVER_TYPE_SERIAL;
	echo_driver->subtype = SERIAL_TYPE_NORMAL;
	echo_driver->init_termios = tty_std_termios;
	tty_set_operations(echo_driver, &echo_ops);

	spin_lock_init(&echo_line.lock);
	timer_setup(&echo_line.timer, echo_tick, 0);
	tty_port_init(&echo_line.port);
	echo_line.port.ops = &echo_port_ops;
	tty_port_link_device(&echo_line.port, echo_driver, 0);
	err = tty_register_driver(echo_driver);
	if (err) {
		tty_port_destroy(&echo_line.port);
		tty_driver_kref_put(echo_driver);
	}
	return err;
}

static void __exit echo_exit(void)
{
	tty_unregister_driver(echo_driver);
	del_timer_sync(&echo_line.timer);
	tty_port_destroy(&echo_line.port);
	tty_driver_kref_put(echo_driver);
}

module_init(echo_init);
module_exit(echo_exit);
MODULE_DESCRIPTION("A terminal that gives back what is written to it");
MODULE_LICENSE("GPL");
