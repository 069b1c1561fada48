// check: --property memory --rounds 2 --unwind 2
// expect: POSSIBLE null-deref
// An extern pointer leads to a valid object in the friendly world; that it is null is a hostile choice.
struct cfg { int n; };
extern struct cfg *cfg;
int main(void) {
	cfg->n = 1; // null-deref!
	return 0;
}
