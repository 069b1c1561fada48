// check: --platform linux --kernel none --property race --harness open,open
// expect: BUG race
// A bit that is tested and then set is no lock.
#include <linux/bitops.h>
#include <linux/fs.h>

static unsigned long busy;
static int users;

int open(void)
{
	if (test_bit(0, &busy))
		return -EBUSY;
	set_bit(0, &busy);
	users++; // race!
	clear_bit(0, &busy);
	return 0;
}
