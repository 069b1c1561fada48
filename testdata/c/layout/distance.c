// check: --property assert --rounds 1 --unwind 1
// expect: POSSIBLE assert
// How far two objects are from each other is for nobody to say.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

int main(void)
{
	char *p = malloc(1), *q = malloc(1);
	uintptr_t far = (uintptr_t)q - (uintptr_t)p;
	assert(far < 4096); // assert!
	return 0;
}
