// check: --property race --rounds 2 --unwind 2
// expect: UNKNOWN
// A hostile function writes, at any later time in a thread of its own, the object it was given, beside the program's write.
#include <stddef.h>
struct s { int v; };
void lib_keep(struct s *p);
static struct s s;
int main(void) {
	lib_keep(&s);
	s.v = 5;
	return 0;
}
