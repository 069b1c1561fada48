// check: --property memory --rounds 1 --unwind 6
// expect: POSSIBLE out-of-bounds
// As counted_do.c, with a count that is made at the end of each turn.
int lib_more(void);
static int a[1];

int main(void)
{
	unsigned long i = 0;
	do {
		a[i] = 1; // out-of-bounds!
		i = i + 1;
	} while (lib_more());
	return 0;
}
