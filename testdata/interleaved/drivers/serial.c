// A serial port, the longest of these drivers. Every request goes through one dispatch function: it is counted, its place on the stack is looked at, and what is not answered at once is started or put on the
// list of its queue. The interrupt ends what is started; a cancel routine ends what waits; and who takes a request off the device under its lock is the one who completes it. Nothing is known about the
// device, its lines and its queues at the start, and requests that come in may be on them already.
//
// BUG 1: the interrupt looks at what is started without the lock, and takes it off in a second step.  BUG 2: a write of no bytes is completed, and then started all the same.
// BUG 3: the interrupt counts the bytes of a read that it has completed.
#include "driver.h"

enum { READ = 3, WRITE = 4, FLUSH = 9, CONTROL = 14, CLEANUP = 18 };
enum { SET_BAUD = 1, GET_BAUD, SET_LINE, GET_LINE, SET_WAIT, GET_STATS, RESET, PURGE };

struct line { unsigned short baud, divisor; char stop, parity, bits, flow; };
struct stats { short reads, writes, controls, received, sent, lost, cancelled; };
struct queue { struct irp *current, *waiting; short started; };
struct extension {
	pthread_mutex_t lock; // of the queues and of what is counted
	struct queue reading, writing;
	struct line *line;
	struct stats *stats;
	short mask, events, modem;
	char open, removed, holding;
};
struct device { struct extension *ext; };

static void serial_complete(struct irp *irp, short status, short length)
{
	TOUCH(irp);                            // sequential! 2 interleaved! 1
	irp->status = status;
	irp->length = length;
	COMPLETE(irp);                         // sequential! 2 interleaved! 1
}

// Takes what is started off a queue; the next that waits takes its place. Whoever gets a request completes it.
static struct irp *serial_take(struct extension *ext, struct queue *q)
{
	struct irp *irp;
	pthread_mutex_lock(&ext->lock);
	irp = q->current;
	q->current = q->waiting;
	q->waiting = 0;
	if (q->current)
		q->started++;
	pthread_mutex_unlock(&ext->lock);
	return irp;
}

// Starts a request, or lets it wait. One that waited there is lost: a port keeps two.
static void serial_start(struct extension *ext, struct queue *q, struct irp *irp)
{
	struct irp *lost = 0;
	pthread_mutex_lock(&ext->lock);
	irp->status = PENDING;
	if (!q->current) {
		q->current = irp;
		q->started++;
	} else {
		lost = q->waiting;
		q->waiting = irp;
	}
	pthread_mutex_unlock(&ext->lock);
	if (lost) {
		ext->stats->lost++;
		serial_complete(lost, CANCELLED, 0);
	}
}

static short serial_divisor(unsigned short baud)
{
	switch (baud) {
	case 1200: return 96;
	case 2400: return 48;
	case 4800: return 24;
	case 9600: return 12;
	case 19200: return 6;
	case 38400: return 3;
	}
	return 0;
}

static short serial_set_baud(struct extension *ext, struct irp *irp)
{
	unsigned short baud = irp->stack->length;
	short divisor = serial_divisor(baud);
	if (divisor == 0)
		return TOO_SMALL;
	ext->line->baud = baud;
	ext->line->divisor = divisor;
	return DONE;
}

static short serial_set_line(struct extension *ext, struct irp *irp)
{
	struct line *line = ext->line;
	short word = irp->stack->length;
	char bits = word & 15;
	if (bits < 5 || bits > 8)
		return TOO_SMALL;
	line->bits = bits;
	line->stop = word >> 4 & 3;
	line->parity = word >> 6 & 7;
	if (line->stop == 1 && bits != 5)
		line->stop = 0;
	line->flow = word >> 9 & 1;
	if (!line->flow)
		ext->holding = 0;
	return DONE;
}

static short serial_get_line(struct extension *ext)
{
	struct line *line = ext->line;
	return line->bits | line->stop << 4 | line->parity << 6 | (line->flow ? 1 << 9 : 0);
}

// What is asked about the port itself is answered at once.
static void serial_control(struct extension *ext, struct irp *irp, short code)
{
	short status = DONE, length = 0;
	ext->stats->controls++;
	switch (code) {
	case SET_BAUD:
		status = serial_set_baud(ext, irp);
		break;
	case GET_BAUD:
		length = ext->line->baud;
		break;
	case SET_LINE:
		status = serial_set_line(ext, irp);
		break;
	case GET_LINE:
		length = serial_get_line(ext);
		break;
	case SET_WAIT:
		pthread_mutex_lock(&ext->lock);
		ext->mask = irp->stack->length;
		ext->events = 0;
		pthread_mutex_unlock(&ext->lock);
		break;
	case GET_STATS:
		length = ext->stats->sent + ext->stats->received;
		break;
	case RESET:
		ext->stats->sent = ext->stats->received = ext->stats->lost = 0;
		ext->modem = 0;
		break;
	default:
		status = TOO_SMALL;
	}
	serial_complete(irp, status, length);
}

// Ends all writes.
static void serial_purge(struct device *dev)
{
	struct extension *ext = dev->ext;
	struct irp *irp = serial_take(ext, &ext->writing);
	if (irp) {
		ext->stats->cancelled++;
		serial_complete(irp, CANCELLED, 0);
	}
}

static void serial_dispatch(struct device *dev, struct irp *irp, short major)
{
	struct extension *ext = dev->ext;
	TOUCH(irp);
	irp->status = NEW;
	if (ext->removed) {
		serial_complete(irp, CANCELLED, 0);
		return;
	}
	switch (major) {
	case READ:
		ext->stats->reads++;
		serial_start(ext, &ext->reading, irp);
		break;
	case WRITE:
		ext->stats->writes++;
		if (irp->stack->length == 0) {
			serial_complete(irp, DONE, 0);
#if BUG != 2
			break;
#endif
		}
		serial_start(ext, &ext->writing, irp);
		break;
	case FLUSH:
		serial_complete(irp, DONE, 0);
		break;
	case CONTROL:
		serial_control(ext, irp, irp->stack->major);
		break;
	default:
		serial_complete(irp, TOO_SMALL, 0);
	}
}

// The interrupt: a byte was sent, or one has come.
static void serial_sent(struct device *dev)
{
	struct extension *ext = dev->ext;
	struct irp *irp;
	if (ext->holding)
		return;
#if BUG == 1
	irp = ext->writing.current;
	pthread_mutex_lock(&ext->lock);
	ext->writing.current = ext->writing.waiting;
	ext->writing.waiting = 0;
	pthread_mutex_unlock(&ext->lock);
#else
	irp = serial_take(ext, &ext->writing);
#endif
	if (!irp)
		return;
	ext->stats->sent++;
	if (ext->mask & 4)
		ext->events |= 4;
	serial_complete(irp, DONE, 1);
}

static void serial_received(struct device *dev)
{
	struct extension *ext = dev->ext;
	struct irp *irp = serial_take(ext, &ext->reading);
	if (!irp) {
		ext->stats->lost++;
		return;
	}
	ext->stats->received++;
	if (ext->mask & 1)
		ext->events |= 1;
	serial_complete(irp, DONE, 1);
#if BUG == 3
	TOUCH(irp);                            // sequential! 3
	ext->stats->received += irp->length;
#endif
}

static void serial_remove(struct device *dev) { dev->ext->removed = 1; }

static void serial_write(struct device *dev, struct irp *irp) { serial_dispatch(dev, irp, WRITE); }
static void serial_read(struct device *dev, struct irp *irp) { serial_dispatch(dev, irp, READ); }
static void serial_ioctl(struct device *dev, struct irp *irp) { serial_dispatch(dev, irp, CONTROL); }

void test_write(struct device *dev, struct irp *irp)
{
	heddle_async(serial_write, dev, irp);
	heddle_async(serial_sent, dev);
}

void test_purge(struct device *dev)
{
	heddle_async(serial_sent, dev);
	heddle_async(serial_purge, dev);
}

void test_read(struct device *dev, struct irp *irp)
{
	heddle_async(serial_read, dev, irp);
	heddle_async(serial_received, dev);
}

void test_ioctl(struct device *dev, struct irp *irp)
{
	heddle_async(serial_ioctl, dev, irp);
	heddle_async(serial_remove, dev);
}
