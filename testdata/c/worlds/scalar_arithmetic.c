// check: --property memory --rounds 2 --unwind 2
// expect: POSSIBLE out-of-bounds
// An index computed from an outside scalar by arithmetic is data from it.
unsigned lib_index(void);
static int a[8];
int main(void) {
	unsigned i = (lib_index() * 2 + 1) & 15;
	a[i] = 1; // out-of-bounds!
	return 0;
}
