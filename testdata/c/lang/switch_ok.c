// check: --property assert
// expect: PROVED
// Ranges of cases, a default before them, labels that convert to the promoted type, and a loop that is entered in the middle.
#include <assert.h>

static int digit(int c)
{
	switch (c) {
	default: return -1;
	case 'a' ... 'f': return c - 'a' + 10;
	case '0' ... '9': return c - '0';
	case -5 ... -1: c = 7;
	case 300:;
	}
	return c;
}

int main(void)
{
	assert(digit('c') == 12 && digit('7') == 7 && digit('g') == -1 && digit(-3) == 7 && digit(300) == 300);
	unsigned char byte = 200;
	int r = 0;
	switch (byte) {
	case (unsigned char)-56: r = 1; break;
	case -56: r = 2;
	}
	assert(r == 1);
	switch ((char)byte) {
	case -56: r = 3; break;
	case 200: r = 4;
	}
	assert(r == 3);
	switch (1ull << 32) {
	case 0: r = 5; break;
	case 1ull << 32: r = 6;
	}
	assert(r == 6);
	int n = 5, k = 0;
	switch (n % 4) {
	case 0:
		do {
			k++;
	case 3: k++;
	case 2: k++;
	case 1: k++;
		} while ((n -= 4) > 0);
	}
	assert(k == 5);
	return 0;
}
