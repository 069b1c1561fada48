// check: --property assert --rounds 2 --unwind 2
// expect: BUG assert
// Options are modelled input, so the asserted value is not outside data.
#include <assert.h>
#include <unistd.h>
int main(int argc, char **argv) {
	int c = getopt(argc, argv, "ab");
	assert(c != 'b'); // fail!
	return 0;
}
