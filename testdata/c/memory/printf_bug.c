// check: --property memory
// expect: BUG use-after-free
#include <stdio.h>
#include <stdlib.h>

int main(void) {
	char *p = malloc(2);
	p[0] = 0;
	printf("%s%.*s", p, 0, p);
	printf("%s", (char *)0);
	free(p);
	fprintf(stderr, "%5.3d%%%s", 1, p); // use-after-free!
	return 0;
}
