// check: --property race --rounds 2 --unwind 1
// expect: BOUNDED
// expect[explore]: UNKNOWN it rests on assumptions
// Without, they do not: callbacks of an event loop are no threads. It is never PROVED.
static int n;
void hook(void (*call)(void));
static void called(void) { n = 2; } // norace
int main(void) {
	hook(called);
	n = 1; // norace
	return 0;
}
