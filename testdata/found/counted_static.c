// check: --property memory --rounds 1 --unwind 6
// expect: POSSIBLE out-of-bounds
// A function that the loop calls counts, in a variable of its own.
int lib_done(void);
static int a[4];

static void put(int v)
{
	static int n;
	a[n] = v; // out-of-bounds!
	n++;
}

int main(void)
{
	while (!lib_done())
		put(1);
	return 0;
}
