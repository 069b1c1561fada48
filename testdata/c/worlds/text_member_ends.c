// check: --property memory --rounds 2 --unwind 2
// expect: UNKNOWN
// Text inside a returned object ends in NUL within its array in the friendly world only.
#include <string.h>
struct user { int id; char name[16]; };
struct user *lib_user(void);
int main(void) {
	struct user *u = lib_user();
	if (!u)
	    return 1;
	return strlen(u->name) > 8;
}
