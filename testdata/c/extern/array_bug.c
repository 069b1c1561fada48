// check: --property assert
// expect: POSSIBLE assert
// An undefined function may change all of a long array, not only its beginning; a text keeps its end.
#include <assert.h>

struct table {
	int used;
	int values[40];
	char name[40];
};

void load(struct table *t);

int main(void) {
	struct table t = {0};
	load(&t);
	assert(t.name[39] == 0);   // nofail
	assert(t.values[30] == 0); // fail!
	return 0;
}
