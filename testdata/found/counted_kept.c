// check: --property memory --rounds 1 --unwind 6
// expect: POSSIBLE out-of-bounds
// As counted_kept_bug.c, but each turn stores the next one.
int lib_more(void);
static int a[4], i;

int main(void)
{
	while (lib_more()) {
		int k = i;
		a[k] = 1; // out-of-bounds!
		i = k + 1;
	}
	return 0;
}
