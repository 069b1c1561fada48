// check: --property assert
// expect: PROVED
// switch with ranges and fallthrough, goto, do-while, comma, conditional evaluation.
#include <assert.h>
#include <heddle.h>

int calls;
static int touch(int r)
{
	calls++;
	return r;
}

static int classify(unsigned char c)
{
	int n = 0;
	switch (c) {
	case '0' ... '9':
		n = 1;
		/* fallthrough */
	case 'x':
		n += 10;
		break;
	default:
		n = 2;
	}
	return n;
}

int main(void)
{
	unsigned char c = heddle_nondet_uchar();
	int k = classify(c);
	assert(k == (c >= '0' && c <= '9' ? 11 : c == 'x' ? 10 : 2));
	assert(!(touch(0) && touch(1)) && calls == 1);
	assert((touch(1) || touch(0)) && calls == 2);
	int i = 0;
again:
	if (i++ < 3)
		goto again;
	assert(i == 4);
	do
		i--;
	while (i > 0);
	int j = (i = 5, i + 1);
	assert(j == 6);
	return 0;
}
