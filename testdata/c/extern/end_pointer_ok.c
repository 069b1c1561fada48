// check: --property memory --rounds 1 --unwind 2
// expect: BOUNDED
// expect[explore]: UNKNOWN inputs wider than 8 bits
// A pointer behind the end of an array may be given to a function that does not write there.
void sort(int *from, int *to);
int main(void) {
	int a[3] = {3, 2, 1};
	sort(a, a + 3);
	return a[0];
}
