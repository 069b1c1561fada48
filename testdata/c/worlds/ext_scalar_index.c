// check: --property memory --rounds 2 --unwind 2
// expect: POSSIBLE out-of-bounds
// The value of an extern scalar is an outside scalar, and it is the failing index.
extern int debug_level;
static int a[8];
int main(void) {
	a[debug_level] = 1; // out-of-bounds!
	return 0;
}
