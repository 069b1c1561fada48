// check: --property memory --rounds 2 --unwind 2
// expect: POSSIBLE out-of-bounds
// The failure needs that the undefined function called from the error test returns.
void die(const char *why);
int __VERIFIER_nondet_int(void);
static int a[8];
int main(void) {
	int n = __VERIFIER_nondet_int();
	if (n < 0 || n >= 8)
	    die("range");
	a[n] = 1; // out-of-bounds!
	return 0;
}
