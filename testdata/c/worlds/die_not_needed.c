// check: --property memory --rounds 2 --unwind 2
// expect: BUG out-of-bounds
// An index above the array fails without the call of die on the way.
void die(const char *why);
int __VERIFIER_nondet_int(void);
static int a[8];
int main(void) {
	int n = __VERIFIER_nondet_int();
	if (n < 0)
	    die("negative");
	a[n] = 1; // out-of-bounds!
	return 0;
}
