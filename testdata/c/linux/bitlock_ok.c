// check: --platform linux --kernel none --property race --harness open,open
// expect: PROVED
// expect[explore]: UNKNOWN
// A bit as a lock that is only tried.
#include <linux/bitops.h>
#include <linux/fs.h>

static unsigned long busy;
static int users;

int open(void)
{
	if (test_and_set_bit(0, &busy))
		return -EBUSY;
	users++; // norace
	clear_bit(0, &busy);
	return 0;
}
