// check: --property assert,memory
// expect: PROVED
// A string that runs on into the number behind it: what strlen reads is bytes, whatever the fields are.
#include <string.h>
#include <assert.h>
#include <stdlib.h>

struct node { char text[4]; int id; };

int main(void) {
	struct node *a = malloc(sizeof *a);
	if (!a)
		return 0;
	memset(a->text, 'x', 4);
	a->id = 0x00000101;
	assert(strlen(a->text) == 6);
	free(a);
	return 0;
}
