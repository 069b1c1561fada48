// check: --property memory --rounds 2 --unwind 2
// expect: BUG out-of-bounds
// __VERIFIER_nondet_int is modelled input, so the failing index is not outside data.
int __VERIFIER_nondet_int(void);
static int a[8];
int main(void) {
	int i = __VERIFIER_nondet_int();
	if (i >= 0)
	    a[i / 2] = 1; // out-of-bounds!
	return 0;
}
