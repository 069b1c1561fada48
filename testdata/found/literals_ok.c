// check: --property assert --rounds 1 --unwind 6
// expect: PROVED
// A literal is the same array each time, literals without a common end are different ones, and what lies in them does not depend on where they lie.
#include <assert.h>
#include <string.h>

static const char *const names[] = { "red", "green" };

static const char *find(const char *s)
{
	for (int i = 0; i < 2; i++)
		if (strcmp(names[i], s) == 0)
			return names[i];
	return 0;
}

static const char *same(void) { return "same"; }

int main(void)
{
	const char *p = "abc", *q = p;
	while (*q)
		q++;
	assert(q - p == 3);
	assert(same() == same());
	assert(find("red") == names[0] && find("blue") == 0);
	assert(names[0] != names[1]);
	return 0;
}
