// check: --property memory --rounds 1 --unwind 6
// expect: POSSIBLE out-of-bounds
// The first turn is sure, and the second is what lib_more says.
int lib_more(void);
static int a[1];

int main(void)
{
	int i = 0;
	do
		a[i++] = 1; // out-of-bounds!
	while (lib_more());
	return 0;
}
