// check: --property assert
// expect: PROVED
// Static variables called str, beside string literals.
#include <assert.h>

static const char *first(int i)
{
	static const char *str[] = { "a", "b" };
	return str[i];
}

static const char *second(int i)
{
	static const char *str[] = { "c", "d" };
	return str[i];
}

static const char *third(int i)
{
	static const char *str[] = { "e", "f" };
	return str[i];
}

int main(void)
{
	assert(*first(1) == 'b' && *second(0) == 'c' && *third(1) == 'f');
	return 0;
}
