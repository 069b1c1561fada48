// check: --property memory --rounds 1 --unwind 2
// expect: BUG use-after-free
// The object is freed while its address is kept in a form that nobody takes for one.
#include <stdint.h>
#include <stdlib.h>

int main(void)
{
	int *p = malloc(sizeof *p);
	uint64_t word = ~(uint64_t)p;
	free(p);
	p = malloc(sizeof *p);
	*(int *)~word = 1; // use-after-free!
	free(p);
	return 0;
}
