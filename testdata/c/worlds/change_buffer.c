// check: --property assert --rounds 2 --unwind 2
// expect: POSSIBLE assert
// An initialised char buffer handed over by its own address may change, and the asserted character is then outside data.
#include <assert.h>
void lib_use(char *text);
int main(void) {
	char b[4] = "abc";
	lib_use(b);
	assert(b[0] == 'a'); // fail!
	return 0;
}
