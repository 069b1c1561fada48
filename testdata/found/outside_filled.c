// check: --property memory --rounds 1 --unwind 1
// expect: POSSIBLE out-of-bounds
// A buffer that the function fills: what is in it the outside says, and so where the index leads.
void lib_fill(unsigned char *buf, unsigned long len);

static int a[8];

int main(void)
{
	unsigned char buf[16];
	lib_fill(buf, sizeof buf);
	a[buf[12] & 15] = 1; // out-of-bounds!
	return 0;
}
