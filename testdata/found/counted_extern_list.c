// check: --property memory --rounds 1 --unwind 6
// expect: POSSIBLE out-of-bounds
// As counted_list.c, with a list that begins in a variable of another file.
struct item {
	int v;
	struct item *next;
};
extern struct item *items;
static int a[4];

int main(void)
{
	int n = 0;
	for (struct item *p = items; p; p = p->next)
		a[n++] = 1; // out-of-bounds!
	return 0;
}
