// check: --property assert,memory
// expect: BOUNDED
// expect[explore]: UNKNOWN the function can hide a failure
// A text that an undefined function gives back ends somewhere, and the variable beside it stays.
#include <assert.h>

int get_domain(char **domain);

static int before = 7;
static char *domain;

int main(void)
{
	if (get_domain(&domain) != 0 || !domain)
		return 1;
	if (domain[0])
		assert(before == 7);
	return 0;
}
