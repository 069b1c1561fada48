// check: --property assert
// expect: BOUNDED
// expect[explore]: UNKNOWN
// Neither the variable nor the function is defined here: they belong together, and the function may well count. It was taken to leave the variable alone, and
// the assertion was PROVED.
#include <assert.h>

extern int calls;
void call(void);

int main(void)
{
	calls = 0;
	call();
	assert(calls == 0);
	return 0;
}
