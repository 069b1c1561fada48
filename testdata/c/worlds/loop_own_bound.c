// check: --property memory --rounds 2 --unwind 2
// expect: BUG out-of-bounds
// The loop is left by the program's own bound; the outside scalar only decides a branch in its body.
int lib_flag(int i);
static int a[8];
int main(void) {
	int i;
	for (i = 0; i <= 8; i++)
	    if (lib_flag(i))
	        a[i] = 1; // out-of-bounds!
	return 0;
}
