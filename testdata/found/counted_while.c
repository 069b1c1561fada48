// check: --property memory --rounds 1 --unwind 6
// expect: POSSIBLE out-of-bounds
// How often the loop turns is what lib_done says, and so is the index.
int lib_done(void);
static int a[4];

int main(void)
{
	int i = 0;
	while (!lib_done())
		a[i++] = 1; // out-of-bounds!
	return 0;
}
