// check: --harness transfer --property assert
// expect: BUG assert
// The two accounts may be one.
#include <assert.h>

struct account { long id; int balance; };

int transfer(struct account *from, struct account *to, int amount)
{
	if (!from || !to || amount < 0 || amount > 1000)
		return -1;
	if (from->balance < amount || from->balance > 5000 || to->balance < 0 || to->balance > 5000)
		return -1;
	int before = from->balance;
	int after = to->balance + amount;
	from->balance = before - amount;
	to->balance = after;
	assert(from->balance == before - amount); // fail!
	return 0;
}
