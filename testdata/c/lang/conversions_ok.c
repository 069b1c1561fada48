// check: --property assert
// expect: PROVED
// Trap 5: promotions, signedness of char and bit-fields, wrap-around, comparison of signed and unsigned.
#include <assert.h>
#include <limits.h>

struct { int s : 3; unsigned u : 3; } b;

int main(void)
{
	char c = (char)200;
	assert(c < 0 && c == -56);
	unsigned char uc = 255;
	assert(uc + 1 == 256);
	assert((unsigned char)(uc + 1) == 0);
	unsigned short us = 65535;
	assert((unsigned)(us * us) == 4294836225u);
	int i = -1;
	unsigned u = 1;
	assert(!(i < u));
	assert(-1L < 1u);
	assert(i < (short)1);
	b.s = 5;
	b.u = 13;
	assert(b.s == -3 && b.u == 5);
	assert(b.u - 6 < 0);
	int max = INT_MAX;
	assert(max + 1 == INT_MIN);
	assert(-7 / 2 == -3 && -7 % 2 == -1);
	assert(-8 >> 1 == -4);
	assert((signed char)0x80 == -128);
	assert((long long)(int)0x80000000 == -2147483648LL);
	assert(sizeof(c + c) == sizeof(int));
	assert((1 ? -1 : 1u) == UINT_MAX);
	_Bool t = 256;
	assert(t == 1);
	return 0;
}
