// check: --property assert,memory
// expect: PROVED
// expect[rounds]: BOUNDED
// expect[kiss]: BOUNDED
// getopt gives an option of the list, '?' or -1, and what it says about the arguments fits: optind stays within argc, an option that
// needs an argument has one. The loop ends.
#include <assert.h>
#include <getopt.h>
#include <stdio.h>

int main(void) {
	char *argv[] = {"x", "-bc", "d", 0};
	int argc = 3, c;
	while ((c = getopt(argc, argv, "ab:")) != -1) {
		assert(c == 'a' || c == 'b' || c == '?');
		assert((optarg != 0) == (c == 'b'));
		if (c == 'b')
			assert(optarg[0] == 'c' || optarg[0] == 'd');
	}
	assert(optind >= 1 && optind <= argc);
	fputs(optind < argc ? "more" : "none", stderr);
	return 0;
}
