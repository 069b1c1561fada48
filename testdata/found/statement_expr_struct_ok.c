// check: --property assert,memory
// expect: PROVED
// The struct that f returns is made after the variable of the statement expression. BUG was said.
#include <assert.h>
struct s { long x; };
struct s f(struct s a) { a.x++; return a; }
int main(void){ struct s a = {3}, b = {5};
	a = ({ struct s in = b; f(in); });
	assert(a.x == 6);
 return 0;}
