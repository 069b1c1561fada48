// check: --property memory --rounds 1 --unwind 6
// expect: POSSIBLE out-of-bounds
// How long a list of the outside is, the outside says.
struct item {
	int v;
	struct item *next;
};

struct item *lib_list(void);
static int a[4];

int main(void)
{
	int i = 0;
	for (struct item *p = lib_list(); p; p = p->next)
		a[i++] = p->v; // out-of-bounds!
	return 0;
}
