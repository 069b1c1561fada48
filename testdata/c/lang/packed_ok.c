// check: --property assert
// expect: PROVED
// Packed structs and bit-fields as gcc lays them out.
#include <assert.h>
#include <stddef.h>
#include <string.h>

struct __attribute__((packed)) p { char c; int i; short s; };
struct bits { unsigned a : 3; unsigned b : 6; unsigned long c : 40; };

int main(void)
{
	struct p p = {1, 0x01020304, 5};
	unsigned char raw[sizeof p];
	memcpy(raw, &p, sizeof p);
	assert(sizeof p == 7 && offsetof(struct p, i) == 1);
	assert(raw[0] == 1 && raw[1] == 4 && raw[4] == 1 && raw[5] == 5);
	struct bits b = {5, 33, 0x1122334455ul};
	assert(sizeof b == 8);
	b.b++;
	assert(b.a == 5 && b.b == 34 && b.c == 0x1122334455ul);
	return 0;
}
