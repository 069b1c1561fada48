// check: --property assert --rounds 1 --unwind 1
// expect: POSSIBLE assert
// Which of two objects lies first is for nobody to say.
#include <assert.h>
#include <stdlib.h>

int main(void)
{
	char *p = malloc(1), *q = malloc(1);
	assert(p > q); // assert!
	return 0;
}
