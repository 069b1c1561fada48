// check: --property assert
// expect: PROVED
// Trap 6: the same bytes through casts, unions, memcpy and pointers to the middle of objects.
#include <assert.h>
#include <stdint.h>
#include <string.h>

struct in { int a; short b[2]; };
struct out { char tag; struct in in; void *self; } o, copy;
union { uint32_t w; uint8_t b[4]; struct { uint16_t lo, hi; } h; } u;

int main(void)
{
	void *v = &o.in;
	((struct in *)v)->a = 0x01020304;
	assert(*((char *)&o + 4) == 4);
	short *mid = &o.in.b[1];
	mid[-1] = 7;
	assert(o.in.b[0] == 7);
	o.self = &o;
	memcpy(&copy, &o, sizeof o);
	((struct out *)copy.self)->tag = 9;
	assert(o.tag == 9 && copy.tag == 0 && copy.in.b[0] == 7);
	copy = o;
	assert(copy.tag == 9);
	u.w = 0xaabbccdd;
	assert(u.b[0] == 0xdd && u.b[3] == 0xaa && u.h.hi == 0xaabb);
	u.h.lo = 1;
	assert(u.w == 0xaabb0001);
	int grid[2][3] = {{1, 2, 3}, {4, 5, 6}};
	int *flat = &grid[0][0];
	assert(flat[4] == 5 && *(*(grid + 1) + 2) == 6);
	return 0;
}
