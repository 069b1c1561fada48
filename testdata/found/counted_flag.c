// check: --property memory --rounds 1 --unwind 6
// expect: POSSIBLE out-of-bounds
// The loop is left by a flag, which is set when lib_step says so.
int lib_step(void);
static int a[4], done;

static void step(void)
{
	if (lib_step())
		done = 1;
}

int main(void)
{
	int i = 0;
	while (!done) {
		step();
		a[i++] = 1; // out-of-bounds!
	}
	return 0;
}
