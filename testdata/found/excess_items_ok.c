// check: --property assert
// expect: PROVED
// Initializers with more items than there is room for: they are dropped and not evaluated, up to the next designator.
#include <assert.h>

#define ITEMS {1, 2, 3}

static int calls;
static int call(void) { return ++calls; }

int a[2] = ITEMS, b[2][2] = {ITEMS, {4, 5}, {6}};
struct s { int x, y; } s = {1, 2, .x = 5, 9, 10, 11, .y = 7, 8};
struct e { struct s s; int z; } e = {{1, 2, 3}, 4, 5};
int number = {1, 2};
char *words[1] = {"abc", "d"};

int main(void)
{
	int c[2] = {1, 2, call(), [0] = 4}, d = {1, call()};
	assert(a[0] == 1 && a[1] == 2 && b[0][1] == 2 && b[1][0] == 4 && b[1][1] == 5);
	assert(s.x == 5 && s.y == 7 && e.s.x == 1 && e.s.y == 2 && e.z == 4);
	assert(number == 1 && words[0][2] == 'c' && c[0] == 4 && c[1] == 2 && d == 1 && calls == 0);
	assert(((struct s){1, 2, 3}).y == 2);
	return 0;
}
