// check: --property assert
// expect: PROVED
// Steps and compound assignments of a _Bool: up stays at 1, down turns it over.
#include <assert.h>

int main(void)
{
	_Bool b = 0;
	b++;
	b++;
	assert(b == 1);
	b--;
	assert(b == 0);
	b--;
	assert(b == 1);
	b += 255;
	assert(b == 1);
	b &= 2;
	assert(b == 0);
	b = 0.5;
	assert(b == 1);
	struct { _Bool f : 1; } s = {0};
	s.f = 2;
	assert(s.f == 1);
	s.f ^= 1;
	assert(s.f == 0);
	return 0;
}
