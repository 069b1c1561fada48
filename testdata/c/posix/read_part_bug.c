// check: --property assert
// expect: BUG assert
// Trap: a read gives what there is, and that may be less than was asked for.
#include <assert.h>
#include <unistd.h>

int main(void) {
	char buf[8] = "old old";
	long n = read(0, buf, 4);
	if (n > 0) {
		assert(buf[1] != 'l' || n > 1); // fail!
		assert(buf[5] == 'l');          // nofail
	}
	return 0;
}
