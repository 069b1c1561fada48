// check: --property memory --rounds 1 --unwind 4
// expect: BUG out-of-bounds
// Each turn stores the index as it is: it is not counted, and the outside does not say what it is.
int lib_more(void);
static int a[4], i = 4;

int main(void)
{
	while (lib_more()) {
		int k = i;
		a[k] = 1; // out-of-bounds!
		i = k;
	}
	return 0;
}
