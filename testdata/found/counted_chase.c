// check: --property memory --rounds 1 --unwind 6
// expect: POSSIBLE null-deref
// Where the loop has got to in a list of the program is counted, too.
#include <stddef.h>

struct item {
	int v;
	struct item *next;
};

int lib_more(void);
static struct item last = {2, NULL}, first = {1, &last};

int main(void)
{
	struct item *p = &first;
	while (lib_more()) {
		p->v++; // null-deref!
		p = p->next;
	}
	return 0;
}
