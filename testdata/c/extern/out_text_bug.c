// check: --property assert
// expect: POSSIBLE assert
// An undefined function gives a text back through the address of a variable that is not a fresh local: it need not be null.
#include <assert.h>
#include <string.h>

int get_domain(char **domain);

static char *domain;

int main(void)
{
	if (get_domain(&domain) != 0 || !domain || !domain[0] || strcmp(domain, "(none)") == 0)
		return 1;
	assert(domain[0] != 'x');
	return 0;
}
