// check: --property memory --rounds 1 --unwind 4
// expect: BUG out-of-bounds
// Each turn stores the index as it is, and the array of the second turn is shorter: the outside does not say where that ends.
int lib_more(void);
static int a[4], b[2], i = 3, *to = a;

int main(void)
{
	while (lib_more()) {
		int k = i;
		to[k] = 1; // out-of-bounds!
		i = k;
		to = b;
	}
	return 0;
}
