// check: --property memory --rounds 2 --unwind 2
// expect: POSSIBLE null-deref
// Inside pointers are valid in the friendly world only; a hostile object holds anything.
#include <stddef.h>
struct node { struct node *next; int v; };
struct node *lib_list(void);
int main(void) {
	struct node *root = lib_list();
	if (!root)
	    return 1;
	root->next->next->next->v = 1;
	return 0;
}
