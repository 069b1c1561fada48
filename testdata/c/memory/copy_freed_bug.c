// check: --property memory
// expect: BUG use-after-free
#include <stdlib.h>
#include <string.h>

char large[9000];

int main(void)
{
	char *p = calloc(1, 3000);
	memcpy(large, p, 3000);
	free(p);
	memcpy(large, p, 3000); // use-after-free!
	return large[0];
}
