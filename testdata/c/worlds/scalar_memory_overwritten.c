// check: --property memory --rounds 2 --unwind 2
// expect: BUG out-of-bounds
// The outside scalar in memory was overwritten by a constant, so the failing index is no longer outside data.
int lib_index(void);
static int a[8];
static int where;
int main(void) {
	where = lib_index();
	if (where > 3)
	    where = 8;
	else
	    where = 7;
	a[where] = 1; // out-of-bounds!
	return 0;
}
