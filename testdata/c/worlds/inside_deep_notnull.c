// check: --property assert --rounds 2 --unwind 2
// expect: BUG assert
// Inside pointers are valid, so the member is not null and the assertion that it is null fails in a friendly execution.
#include <assert.h>
#include <stddef.h>
struct node { struct node *next; int v; };
struct node *lib_list(void);
int main(void) {
	struct node *root = lib_list();
	assert(root->next->next == NULL); // fail!
	return 0;
}
