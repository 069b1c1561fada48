// check: --property assert
// expect: PROVED
// Choices that are certain: values, types that promotion makes, arrays that become pointers, structs, sizes of arrays.
#include <assert.h>

struct s { int a; };
struct t { int a; };

#define VALUE(x) _Generic((x), char: 1, int: 2, unsigned long: 3, double: 4, default: 0)
#define PLACE(p) _Generic((p), int *: 1, const int *: 2, void *: 3, struct s *: 4, struct t *: 5, int (*)[3]: 6, int (*)[4]: 7, default: 0)

static int first(const int *p) { return p[0]; }
static int second(int *p) { return p[1]; }
#define PICK(p) _Generic((p), int *: second, default: first)(p)

int main(void)
{
	char c = 1;
	const int k = 3;
	int a[4] = {1, 2, 3, 4}, n = 0;
	struct t v = {0};
	assert(VALUE(c) == 1 && VALUE(+c) == 2 && VALUE(k) == 2 && VALUE(sizeof c) == 3 && VALUE(c + 1.0) == 4 && VALUE(1.f) == 0);
	assert(PLACE(a) == 1 && PLACE(&a) == 7 && PLACE((void *)a) == 3 && PLACE(&v) == 5 && PLACE(&c) == 0);
	assert(PICK(a) == 2);
	assert(VALUE(n++) == 2 && n == 0);
	return 0;
}
