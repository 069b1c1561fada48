// check: --property memory --rounds 1 --unwind 6
// expect: POSSIBLE out-of-bounds
// The way out of the loop lies in its middle.
int lib_read(void);
static int a[4], n;

static void put(int *to)
{
	a[*to] = 1; // out-of-bounds!
	*to += 1;
}

int main(void)
{
	for (;;) {
		if (lib_read() < 3)
			break;
		put(&n);
	}
	return 0;
}
