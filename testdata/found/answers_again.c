// check: --property assert --rounds 1 --unwind 3
// expect: POSSIBLE assert
// Asked again, the same places are told something else: still one question.
#include <assert.h>

int is_on(void);
static unsigned char held;

int main(void)
{
	for (int i = 0; i < 2; i++) {
		if (is_on())
			held++;
		if (is_on()) {
			assert(held); // fail!
			held--;
		}
	}
	return 0;
}
