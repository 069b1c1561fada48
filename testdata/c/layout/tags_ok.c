// check: --property assert,memory --rounds 1 --unwind 2
// expect: PROVED
// expect[explore]: BOUNDED
// expect[modular]: UNKNOWN
// Pointers carry tags in their top 16 bits and in the lowest, as those of interpreters and of lists without locks do.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

struct node {
	int value;
};

static struct node first;

static uint64_t tagged(struct node *p, unsigned tag) { return (uint64_t)p | (uint64_t)tag << 48 | 1; }
static struct node *untagged(uint64_t word) { return (struct node *)(word & 0x0000fffffffffffe); }
static unsigned tag_of(uint64_t word) { return word >> 48; }

int main(void)
{
	struct node *p = malloc(sizeof *p), local;
	uint64_t a = tagged(&first, 0xffff), b = tagged(p, 0xabcd), c = tagged(&local, 0x8000);
	untagged(a)->value = 1;
	untagged(b)->value = 2;
	untagged(c)->value = 3;
	assert(first.value == 1 && p->value == 2 && local.value == 3);
	assert(tag_of(a) == 0xffff && tag_of(b) == 0xabcd && tag_of(c) == 0x8000 && (a & b & c & 1) == 1);
	assert((int)(uint64_t)p != 0 && (int)(uint64_t)&first != 0 && (int)(uint64_t)&local != 0);
	free(p);
	return 0;
}
