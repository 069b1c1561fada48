// check: --property memory --rounds 1 --unwind 6
// expect: BUG out-of-bounds
// As counted_while.c, but each turn counts anew, and too far.
int lib_done(void);
static int a[4];

int main(void)
{
	int turns = 0;
	while (!lib_done()) {
		turns++;
		for (int i = 0; i <= 4; i++)
			a[i] = turns; // out-of-bounds!
	}
	return 0;
}
