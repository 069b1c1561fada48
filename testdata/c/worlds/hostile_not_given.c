// check: --property assert --rounds 2 --unwind 2
// expect: PROVED
// The static variable is never given away, and nothing the outside may call leaves it other than 5.
#include <assert.h>
void lib_tick(void);
static int n;
int main(void) {
	n = 5;
	lib_tick();
	assert(n == 5);
	return 0;
}
