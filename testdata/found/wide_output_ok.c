// check: --property assert
// expect: PROVED
// expect[kiss]: BOUNDED
// Wide output alone brings the models that look at calendar time.
#include <assert.h>
#include <stdio.h>
#include <wchar.h>

int main(void)
{
	assert(fputws(L"a", stdout) >= -1);
	return 0;
}
