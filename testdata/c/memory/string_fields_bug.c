// check: --property memory
// expect: BUG out-of-bounds
// A string that runs on into the number behind it, and over the end of the object.
#include <string.h>
#include <stdlib.h>

struct node { char text[4]; int id; };

int main(void) {
	struct node *a = malloc(sizeof *a);
	if (!a)
		return 0;
	memset(a->text, 'x', 4);
	a->id = 0x01010101;
	return (int)strlen(a->text); // out-of-bounds!
}
