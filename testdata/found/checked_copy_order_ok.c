// check: --property assert,memory
// expect: PROVED
// A checked copy, as a header that fortifies makes it: calls in its arguments come before it, in either order.
#include <assert.h>

static char buf[8];
static int calls;

static char *where(void)
{
	calls++;
	return buf;
}

static unsigned long length(void)
{
	calls++;
	return 4;
}

int main(void)
{
	__builtin___memcpy_chk(where(), "abc", length(), sizeof buf);
	assert(calls == 2 && buf[0] == 'a' && buf[3] == 0);
	return 0;
}
