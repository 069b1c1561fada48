/* Bits in words, which are read plainly, one after the other, up to the bit that is found. */
#include <heddle_intrinsics.h>

#define WORD (8 * sizeof(unsigned long))

/* flip is what is looked for, in every bit: 0 finds ones. */
static unsigned long find(const unsigned long *words, unsigned long bits, unsigned long from, unsigned long flip) {
	unsigned long first = from % WORD;
	for (unsigned long i = from / WORD; i * WORD < bits; i++) {
		unsigned long left = (words[i] ^ flip) >> first << first;
		first = 0;
		if (left) {
			unsigned long at = i * WORD + __builtin_ctzl(left);
			return at < bits ? at : bits;
		}
	}
	return bits;
}

unsigned long _find_first_bit(const unsigned long *words, unsigned long bits) { return find(words, bits, 0, 0); }
unsigned long _find_first_zero_bit(const unsigned long *words, unsigned long bits) { return find(words, bits, 0, ~0UL); }
unsigned long _find_next_bit(const unsigned long *words, unsigned long bits, unsigned long from) { return from < bits ? find(words, bits, from, 0) : bits; }
unsigned long _find_next_zero_bit(const unsigned long *words, unsigned long bits, unsigned long from) { return from < bits ? find(words, bits, from, ~0UL) : bits; }

unsigned int __bitmap_weight(const unsigned long *words, unsigned int bits) {
	unsigned int n = 0;
	for (unsigned int i = 0; i * WORD < bits; i++) {
		unsigned long has = words[i];
		if (bits - i * WORD < WORD)
			has &= (1UL << (bits - i * WORD)) - 1;
		n += __builtin_popcountl(has);
	}
	return n;
}
