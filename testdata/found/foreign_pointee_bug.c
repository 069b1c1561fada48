// check: --property assert
// expect: POSSIBLE assert
// As many arguments as the function that removes files, and pointers too.
#include <assert.h>

struct list {
	int length;
};

int remove(struct list *);

int main(void) {
	struct list l = {0};
	remove(&l);
	assert(l.length == 0);
	return 0;
}
