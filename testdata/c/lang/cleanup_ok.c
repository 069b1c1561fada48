// check: --property assert
// expect: PROVED
// Cleanup functions run from the inside out, also where a jump leaves two blocks, and after the value of a return was computed.
#include <assert.h>

static int order, seen = 1;

static void note(int *p) { order = order * 10 + *p; }
static void late(int *p) { seen = 99; }

static int value(void)
{
	int x __attribute__((cleanup(late))) = 0;
	return seen;
}

int main(void)
{
	for (int i = 1; i < 3; i++) {
		int outer __attribute__((cleanup(note))) = i;
		{
			int inner __attribute__((cleanup(note))) = i + 4;
			if (i == 2)
				goto out;
		}
	}
out:
	assert(order == 5162);
	assert(value() == 1 && seen == 99);
	return 0;
}
