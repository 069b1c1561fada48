// check: --property memory --rounds 1 --unwind 1
// expect: BUG out-of-bounds
// As outside_filled.c, but the outside says only which way is taken, and the program has the index.
void lib_fill(unsigned char *buf, unsigned long len);

static int a[8];

int main(void)
{
	unsigned char buf[16];
	lib_fill(buf, sizeof buf);
	a[buf[12] & 1 ? 8 : 7] = 1; // out-of-bounds!
	return 0;
}
