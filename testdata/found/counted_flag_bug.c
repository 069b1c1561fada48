// check: --property memory --rounds 1 --unwind 6
// expect: BUG out-of-bounds
// As counted_flag.c, but the loop is left by its own count, and the flag decides what is stored.
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
	while (i <= 4) {
		step();
		a[i++] = done; // out-of-bounds!
	}
	return 0;
}
