// check: --property memory --rounds 1 --unwind 6
// expect: POSSIBLE out-of-bounds
// Whoever gives objects says how many there are: the last is followed by NULL.
struct object {
	int v;
};

struct object *lib_next(void);
static int a[4];

int main(void)
{
	struct object *p;
	int i = 0;
	while ((p = lib_next()))
		a[i++] = p->v; // out-of-bounds!
	return 0;
}
