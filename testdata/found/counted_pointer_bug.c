// check: --property memory --rounds 1 --unwind 6
// expect: BUG use-after-free
// As counted_pointer.c, with a pointer that stays what it was: the second turn fails.
#include <stdlib.h>

int lib_done(void);

int main(void)
{
	int *p = malloc(sizeof *p);
	while (!lib_done()) {
		*p = 1; // use-after-free!
		free(p);
	}
	return 0;
}
