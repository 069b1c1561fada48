// check: --property memory --rounds 1 --unwind 1
// expect: POSSIBLE out-of-bounds
// What a pointer in a struct leads to stays as well.
struct ctx {
	int *size, last;
};
void ctx_use(struct ctx *c);

static int a[8], size = 5;

int main(void)
{
	struct ctx c = {&size, 6};
	int k = 7;
	ctx_use(&c);
	if (size == 3)
		k = 8;
	a[k] = 1; // out-of-bounds!
	return 0;
}
