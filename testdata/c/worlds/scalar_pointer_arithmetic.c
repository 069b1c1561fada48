// check: --property memory --rounds 2 --unwind 2
// expect: POSSIBLE out-of-bounds
// The failing address is computed from an outside scalar.
unsigned lib_offset(void);
static char buf[8];
int main(void) {
	char *p = buf + (lib_offset() & 15);
	*p = 1; // out-of-bounds!
	return 0;
}
