// check: --property assert
// expect: BUG assert
#include <assert.h>

int main(int argc, char **argv) {
	if (argc == 3)
		assert(argv[1][0]); // fail!
	assert(argc != 2);          // fail!
	return 0;
}
