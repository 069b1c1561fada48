// check: --harness transfer --property assert
// expect: PROVED
// expect[explore]: UNKNOWN
// The accounts are different, and the members of one are.
#include <assert.h>

struct account { long id; int balance; };

int transfer(struct account *from, struct account *to, int amount)
{
	if (!from || !to || from == to || amount < 0 || amount > 1000)
		return -1;
	if (from->balance < amount || from->balance > 5000 || to->balance < 0 || to->balance > 5000)
		return -1;
	int before = from->balance;
	int after = to->balance + amount;
	from->balance = before - amount;
	to->balance = after;
	to->id = 0;
	assert(from->balance == before - amount); // nofail
	assert(to->balance == after); // nofail
	return 0;
}
