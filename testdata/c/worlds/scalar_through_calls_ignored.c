// check: --property memory --rounds 2 --unwind 2
// expect: BUG out-of-bounds
// The function that is handed the outside scalar returns a constant, so the failing index is not outside data.
int lib_index(void);
static int a[8];
static int limit(int v) { return v > 0 ? 8 : 7; }
int main(void) {
	a[limit(lib_index())] = 1; // out-of-bounds!
	return 0;
}
