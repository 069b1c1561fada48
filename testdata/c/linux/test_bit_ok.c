// check: --platform linux --kernel none --property race --harness mark,look
// expect: PROVED
// expect[explore]: UNKNOWN
// A bit that is looked at while it is set does not race.
#include <linux/bitops.h>

static unsigned long state;

void mark(void)
{
	set_bit(3, &state);
	clear_bit(1, &state);
}

int look(int nr)
{
	return test_bit(3, &state) || test_bit(nr & 7, &state);
}
