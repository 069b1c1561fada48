// check: --property memory --rounds 1 --unwind 1
// expect: BUG out-of-bounds
// As member_kept.c, but the number is handed over by its own address: the function may well change it.
struct ctx {
	int size, last;
};
void ctx_use(int *size);

static int a[8];

int main(void)
{
	struct ctx c = {5, 6};
	int n = c.size, k = 7;
	ctx_use(&n);
	if (n == 3)
		k = 8;
	a[k] = 1; // out-of-bounds!
	return 0;
}
