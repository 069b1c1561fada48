// One byte too many.
// simulate: failure
// explore: out-of-bounds
#include <stdlib.h>
#include <string.h>

int main(void) {
	char *p = malloc(3);
	strcpy(p, "abc");
	return 0;
}
