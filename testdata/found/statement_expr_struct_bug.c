// check: --property assert
// expect: BUG assert
// The struct that f returns has 6 in it.
#include <assert.h>
struct s { long x; };
struct s f(struct s a) { a.x++; return a; }
int main(void){ struct s a = {3}, b = {5};
	a = ({ struct s in = b; f(in); });
	assert(a.x == 5); // fail!
 return 0;}
