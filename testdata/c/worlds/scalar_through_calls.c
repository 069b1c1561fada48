// check: --property memory --rounds 2 --unwind 2
// expect: POSSIBLE out-of-bounds
// The taint of the outside scalar is followed through calls and returns.
int lib_index(void);
static int a[8];
static int same(int v) { return v; }
static int fetch(void) { return same(lib_index()); }
static void put(int i) {
	a[i] = 1; // out-of-bounds!
}
int main(void) {
	put(fetch());
	return 0;
}
