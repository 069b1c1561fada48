// check: --property assert --rounds 1 --unwind 2
// expect: BUG assert
// slow: explore
// Not only the function that got it calls it.
#include <assert.h>
static unsigned char on;
void hook(void (*call)(void));
void other(void);
static void called(void) { on = 1; }
int main(void) {
	hook(called);
	on = 0;
	other();
	assert(!on); // fail!
	return 0;
}
