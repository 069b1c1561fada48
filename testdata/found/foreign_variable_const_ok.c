// check: --property assert
// expect: PROVED
// The twin of foreign_variable.c: nobody changes what is const.
#include <assert.h>

extern const unsigned char limit;
void call(void);

int main(void)
{
	unsigned char before = limit;
	call();
	assert(limit == before);
	return 0;
}
