// check: --harness get --property memory
// expect: BUG null-deref
// A caller may give null.
struct box { int tag; int value; };

int get(const struct box *b, int which)
{
	if (which)
		return b->value; // null-deref!
	return 0;
}
