// check: --property memory --rounds 1 --unwind 2
// expect: POSSIBLE out-of-bounds
// A number that an undefined function wrote is used as an index.
int where(int *at);
int table[4];
int main(void) {
	int at;
	if (where(&at))
		return 0;
	return table[at]; // out-of-bounds!
}
