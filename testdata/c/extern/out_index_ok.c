// check: --property memory --rounds 1 --unwind 2
// expect: BOUNDED
// expect[explore]: UNKNOWN inputs wider than 8 bits
int where(int *at);
int table[4];
int main(void) {
	int at;
	if (where(&at) || at < 0 || at > 3)
		return 0;
	return table[at];
}
