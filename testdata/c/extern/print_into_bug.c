// check: --property assert
// expect: POSSIBLE assert
// A function that prints by a format fills the characters it is given, and one that reads by a format what its other arguments lead to.
#include <assert.h>

extern int print_to(char *buf, const char *format, ...) __attribute__((format(printf, 2, 3)));
extern int scan_from(const char *text, const char *format, ...) __attribute__((format(scanf, 2, 3)));

static char text[4] = "1";
static int n = 1;

int main(void)
{
	print_to(text, "%d", n);
	assert(text[0] == '1'); // fail!
	scan_from(text, "%d", &n);
	assert(n == 1); // fail!
	return 0;
}
