// check: --property assert
// expect: PROVED
// Initializers that go on behind a designator, override, and leave the rest zero, anew in every iteration.
#include <assert.h>

struct in { int x[3], y; };
struct out { int a; struct in in; int z; };

int main(void)
{
	int a[] = {[3] = 1, 2, [1] = 5, 6, [2] = 9};
	assert(sizeof a == 20 && a[0] == 0 && a[1] == 5 && a[2] == 9 && a[3] == 1 && a[4] == 2);
	struct out s = {.in.x[1] = 4, 5, 6, 7, .a = 1};
	assert(s.a == 1 && s.in.x[0] == 0 && s.in.x[1] == 4 && s.in.x[2] == 5 && s.in.y == 6 && s.z == 7);
	int r[10] = {[2 ... 4] = 3, 8};
	assert(r[1] == 0 && r[4] == 3 && r[5] == 8);
	for (int i = 0; i < 3; i++) {
		int b[4] = {i};
		struct { char c; long l; } t = {.c = 1};
		assert(b[0] == i && b[1] == 0 && b[3] == 0 && t.l == 0);
		b[1] = b[3] = 9;
		t.l = 5;
	}
	return 0;
}
