// Handlers run in reverse order when exit is called.
// simulate: exit 0
#include <assert.h>
#include <stdlib.h>

static int n;

static void first(void) {
	assert(n == 1);
	_Exit(0);
}

static void second(void) {
	assert(n == 0);
	n = 1;
}

int main(void) {
	atexit(first);
	atexit(second);
	exit(3);
}
