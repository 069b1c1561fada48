// check: --property assert
// expect: BUG assert
// Who takes two digits reads the characters 4 and 1.
#include <assert.h>
#include <stddef.h>
_Bool __VERIFIER_nondet_bool(void);
static const char s[] = "\x041";
static const wchar_t w[] = L"\x04100";
int main(void)
{
	if (__VERIFIER_nondet_bool())
		assert(s[0] != 0x41); // fail!
	else if (__VERIFIER_nondet_bool())
		assert(w[0] != 0x4100); // fail!
	else
		assert(sizeof s != 2); // fail!
	return 0;
}
