// check: --property memory --rounds 2 --unwind 2
// expect: POSSIBLE out-of-bounds
// The bytes of the uninitialised buffer are filled with outside scalars, one of which is the failing index.
void lib_fill(unsigned char *buf, unsigned long len);
static int a[8];
int main(void) {
	unsigned char buf[4];
	lib_fill(buf, sizeof buf);
	a[buf[2] & 15] = 1; // out-of-bounds!
	return 0;
}
