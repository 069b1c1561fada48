// check: --property assert
// expect: PROVED
// A later initializer of an object overrides an earlier one of the same object; what it leaves out is zero, not what the
// earlier one said. BUG was said.
#include <assert.h>
struct p { int x, y; };
struct q { int a; struct p p; int b : 3, c : 5; } q = {1, {2, 3}, 1, 2, .p = {.y = 9}};
struct p t[4] = {[0 ... 3] = {1, 2}, [1] = {.y = 5}, [2 ... 3].x = 7};
struct p r[3] = {{1, 2}, {3, 4}, {5, 6}, [0 ... 1] = {.y = 8}};
char s[2][4] = {"abc", "def", [0] = "x"};
union { int a; struct p p; char c; } u = {.p = {1, 2}, .c = 3}, v = {.p.x = 1, .p.y = 2};
struct { union { int a; struct p p; }; int z; } w = {.p = {1, 2}, .a = 5, .z = 3};
struct n { struct p p; char s[4]; } n[3] = {[0 ... 2] = {{1, 2}, "abc"}, [1 ... 2].p = {.y = 6}, [1 ... 2].s = "z"};

int main(void)
{
	struct p l[2] = {{1, 2}, {3, 4}, [0] = {.y = 7}};
	assert(q.a == 1 && q.p.x == 0 && q.p.y == 9 && q.b == 1 && q.c == 2);
	assert(t[0].x == 1 && t[0].y == 2 && t[1].x == 0 && t[1].y == 5 && t[2].x == 7 && t[3].x == 7 && t[3].y == 2);
	assert(r[0].x == 0 && r[0].y == 8 && r[1].x == 0 && r[1].y == 8 && r[2].x == 5);
	assert(s[0][0] == 'x' && s[0][1] == 0 && s[0][2] == 0 && s[1][2] == 'f');
	assert(u.c == 3 && u.p.y == 0 && v.p.x == 1 && v.p.y == 2 && w.a == 5 && w.p.y == 0 && w.z == 3);
	assert(n[0].p.x == 1 && n[1].p.x == 0 && n[2].p.x == 0 && n[2].p.y == 6 && n[0].s[1] == 'b');
	assert(n[1].s[0] == 'z' && n[1].s[1] == 0 && n[2].s[0] == 'z' && n[2].s[2] == 0);
	assert(l[0].x == 0 && l[0].y == 7 && l[1].x == 3);
	return 0;
}
