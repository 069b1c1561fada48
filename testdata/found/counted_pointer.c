// check: --property memory --rounds 1 --unwind 6
// expect: POSSIBLE out-of-bounds
// A pointer counts as well.
int lib_done(void);
static int a[4];

int main(void)
{
	int *p = a;
	while (!lib_done())
		*p++ = 1; // out-of-bounds!
	return 0;
}
