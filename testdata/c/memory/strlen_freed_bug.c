// check: --property memory
// expect: BUG use-after-free
#include <stdlib.h>
#include <string.h>

int main(void) {
	char *s = strdup("abc");
	if (!s)
		return 0;
	free(s);
	return (int)strlen(s); // use-after-free!
}
