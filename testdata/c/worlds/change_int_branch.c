// check: --property memory --rounds 2 --unwind 2
// expect: BUG out-of-bounds
// The handed over scalar may change in the friendly world, and it decides only a branch before the constant index.
void lib_use(int *n);
static int a[8];
int main(void) {
	int n = 0, k = 7;
	lib_use(&n);
	if (n == 3)
	    k = 8;
	a[k] = 1; // out-of-bounds!
	return 0;
}
