// check: --property assert,memory
// expect: PROVED
// Bytes that nobody wrote are copied, all forty of them, and nobody looks at them.
#include <assert.h>
#include <stdlib.h>

struct rec {
	int id;
	short half;
	char name[32];
};

int main(void)
{
	struct rec *r = malloc(sizeof *r), s;
	r->id = 7;
	s = *r;
	r->half = s.half;
	assert(s.id == 7);
	free(r);
	return 0;
}
