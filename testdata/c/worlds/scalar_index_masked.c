// check: --property memory --rounds 2 --unwind 2
// expect: PROVED
// expect[explore]: UNKNOWN
// Whatever the scalar is, the masked index stays inside, and no hostile choice reaches the static array.
unsigned lib_index(void);
static int a[8];
int main(void) {
	a[lib_index() & 7] = 1;
	return 0;
}
