// check: --property memory --rounds 2 --unwind 2
// expect: POSSIBLE out-of-bounds
// The failing index is data from an outside scalar.
int lib_index(void);
static int a[8];
int main(void) {
	a[lib_index()] = 1; // out-of-bounds!
	return 0;
}
