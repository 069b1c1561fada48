// check: --property memory --rounds 2 --unwind 2
// expect: POSSIBLE out-of-bounds
// The uninitialised member was filled from outside and is the failing index.
struct ctx { int size; int last; };
void ctx_setup(struct ctx *c);
static int a[8];
int main(void) {
	struct ctx c;
	ctx_setup(&c);
	a[c.last] = 1; // out-of-bounds!
	return 0;
}
