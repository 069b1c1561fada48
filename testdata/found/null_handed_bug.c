// check: --property memory --rounds 1 --unwind 1
// expect: BUG null-deref
// As null_handed.c, but the function is given the pointer, and not where it is.
#include <stddef.h>

struct db {
	int n;
};
int db_open(const char *name, struct db *db);

int main(void)
{
	struct db *d = NULL;
	db_open("x", d);
	d->n = 1; // null-deref!
	return 0;
}
