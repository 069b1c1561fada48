// check: --property race --extern-threads --rounds 2 --unwind 1
// expect: BUG race
// slow: explore
// With --extern-threads functions handed over run in threads of the library.
static int n;
void hook(void (*call)(void));
static void called(void) { n = 2; } // race!
int main(void) {
	hook(called);
	n = 1; // race!
	return 0;
}
