// check: --property assert
// expect: BOUNDED     the number and length of arguments are bounds
// expect[explore]: UNKNOWN     argc is tried at some values
// There is a program name, and a null pointer behind the arguments.
#include <assert.h>

int main(int argc, char **argv) {
	assert(argc >= 1);
	assert(argv[0] != 0);
	assert(argv[argc] == 0);
	return 0;
}
