// check: --property assert
// expect: POSSIBLE assert
// Functions that nothing defines may leave any error number.
#include <assert.h>
#include <errno.h>

void lib_flush(void);

int main(void)
{
	errno = 0;
	lib_flush();
	assert(errno == 0);
	return 0;
}
