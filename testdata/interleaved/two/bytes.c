// Two places that one choice decides: any fails where 1 and 2 follow one another. So does use, whatever the key, and use_swapped fails elsewhere, too.
#include <assert.h>
#include <heddle.h>
static unsigned char b[300];
static unsigned key;
void any(void)
{
	unsigned i = heddle_nondet_uint();
	if (i < 299) assert(!(b[i] == 1 && b[i + 1] == 2));
}
void use(void)
{
	unsigned i = key % 299;
	assert((b[i] | b[i + 1] << 8) != 0x201);
}
void use_swapped(void)
{
	unsigned i = key % 299;
	assert((b[i] | b[i + 1] << 8) != 0x102); // left!
}
