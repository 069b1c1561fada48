// The old address is dead after realloc.
// simulate: failure
// explore: use-after-free
#include <stdlib.h>

int main(void) {
	int *p = malloc(sizeof *p);
	*p = 1;
	int *q = realloc(p, 2 * sizeof *p);
	q[1] = 2;
	return *p;
}
