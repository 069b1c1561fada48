// check: --property assert,memory
// expect: PROVED
// A transparent union goes as its first member, from member or union to union or pointer, also through pointers to functions.
#include <assert.h>

struct s { int v; };
struct r { int w; };
typedef union { struct s *s; struct r *r; void *p; } any __attribute__((__transparent_union__));
typedef int (*reader)(any);

static int get(any a)
{
	any b = a;
	a.p = 0;
	return b.s->v;
}

static int via(any a) { return get(a); }

static int plain(struct s *p) { return p->v; }

int main(void)
{
	struct s x = { 7 };
	struct r y = { 9 };
	any u;
	u.r = &y;
	reader f = via;
	assert(get(&x) == 7 && via(&y) == 9 && get(u) == 9 && f(&x) == 7 && f(u) == 9 && u.r == &y);
	f = (reader)plain;
	assert(f(&x) == 7 && f(u) == 9);
	return 0;
}
