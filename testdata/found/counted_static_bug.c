// check: --property memory --rounds 1 --unwind 6
// expect: BUG out-of-bounds
// As counted_static.c, but what the loop calls does not depend on the turn.
int lib_done(void);
static int a[4], n;

static void put(int v)
{
	n = 0;
	while (n <= 4) {
		a[n] = v; // out-of-bounds!
		n++;
	}
}

int main(void)
{
	do
		put(1);
	while (!lib_done());
	return 0;
}
