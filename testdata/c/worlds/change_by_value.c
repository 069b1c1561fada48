// check: --property assert --rounds 2 --unwind 2
// expect: PROVED
// Only the value of the local is handed over, so no world changes the local.
#include <assert.h>
void lib_use(int n);
int main(void) {
	int n = 0;
	lib_use(n);
	assert(n == 0);
	return 0;
}
