// check: --property memory --rounds 1 --unwind 1
// expect: POSSIBLE out-of-bounds
// A number in a struct stays where the function is friendly, so the branch is not taken.
struct ctx {
	int size, last;
};
void ctx_use(struct ctx *c);

static int a[8];

int main(void)
{
	struct ctx c = {5, 6};
	int k = 7;
	ctx_use(&c);
	if (c.size == 3)
		k = 8;
	a[k] = 1; // out-of-bounds!
	return 0;
}
