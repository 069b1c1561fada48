// check: --property assert
// expect: BUG assert
// Some string of which nothing is known has four characters.
#include <assert.h>
#include <string.h>

char __VERIFIER_nondet_char(void);

int main(void) {
	char s[6];
	for (int i = 0; i < 5; i++)
		s[i] = __VERIFIER_nondet_char();
	s[5] = 0;
	assert(strlen(s) != 4); // assert!
	return 0;
}
