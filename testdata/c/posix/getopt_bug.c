// check: --property assert
// expect: BUG assert
// An option may come, may be unknown, and none need come.
#include <assert.h>
#include <getopt.h>

static struct option longs[] = {{"all", no_argument, 0, 'l'}, {0, 0, 0, 0}};

int main(void) {
	char *argv[] = {"x", "-a", 0};
	int c = getopt_long(2, argv, "a", longs, 0);
	assert(c != 'a');  // fail!
	assert(c != 'l');  // fail!
	assert(c != '?');  // fail!
	assert(c != -1);   // fail!
	assert(c != 'b');  // nofail
	return 0;
}
