// check: --property assert --rounds 1 --unwind 2
// expect: BOUNDED
// expect[explore]: UNKNOWN it rests on assumptions
// Nobody calls a function before it was handed over.
#include <assert.h>
static unsigned char on;
void hook(void (*call)(void));
void other(void);
static void called(void) { on = 1; }
int main(void) {
	other();
	assert(!on); // nofail
	hook(called);
	return 0;
}
