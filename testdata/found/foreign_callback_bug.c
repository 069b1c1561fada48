// check: --property assert
// expect: POSSIBLE assert
// A function of the program's own called write, in a file that is not here: it is not the one that writes files.
#include <assert.h>

static int hit;

static void told(void *data) { hit = *(int *)data; }

int write(void (*)(void *), int *);

int main(void) {
	int value = 9;
	write(told, &value);
	assert(hit == 0);
	return 0;
}
