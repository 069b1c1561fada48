// check: --property memory --rounds 1 --unwind 6
// expect: BUG out-of-bounds
// As counted_objects.c, but the loop has a bound of its own, which is wrong.
struct object {
	int v;
};

struct object *lib_next(void);
static int a[4];

int main(void)
{
	struct object *p;
	for (int i = 0; i <= 4; i++) {
		p = lib_next();
		if (p)
			a[i] = p->v; // out-of-bounds!
	}
	return 0;
}
