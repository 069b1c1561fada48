// check: --property assert --rounds 1 --unwind 1
// expect: BOUNDED
// expect[explore]: UNKNOWN it rests on assumptions
// What prints by a format reads.
#include <assert.h>
void say(const char *format, ...) __attribute__((format(printf, 1, 2)));
int main(void) {
	char name[4] = "abc";
	int n = 1;
	say("%s %p", name, (void *)&n);
	assert(n == 1 && name[0] == 'a'); // nofail
	return 0;
}
