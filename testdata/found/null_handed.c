// check: --property memory --rounds 1 --unwind 1
// expect: POSSIBLE null-deref
// Null is what programs give a pointer that a function is to set: that db_open leaves it takes a hostile choice.
#include <stddef.h>

struct db {
	int n;
};
int db_open(const char *name, struct db **out);

int main(void)
{
	struct db *d = NULL;
	db_open("x", &d);
	d->n = 1; // null-deref!
	return 0;
}
