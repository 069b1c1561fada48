// check: --property memory,assert
// expect: PROVED
// realloc copies as much as both objects have, in one operation; pointers in it lead where they led.
#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct item { int id; char text[2000]; struct item *next; };

int main(void)
{
	struct item other;
	other.id = 7;
	struct item *p = calloc(1, sizeof *p);
	p->id = 3;
	p->next = &other;
	p = realloc(p, 2 * sizeof *p);
	assert(p->id == 3 && p->text[1999] == 0 && p->next->id == 7);
	p = realloc(p, 4);
	assert(p->id == 3);
	free(p);
	return 0;
}
