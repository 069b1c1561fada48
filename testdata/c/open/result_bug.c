// check: --harness use,use --property race --timeout 20s
// expect: BUG race
// slow: explore
// What both are given may be one object, and so may be what memory leads to that one of them is given.
struct box { int n; struct box *next; };
extern struct box *new_box(void);

void use(struct box *a)
{
	struct box *b = new_box();

	if (a && a->next)
		a->next->n++; // race!
	if (b && b->next)
		b->next->n++; // race!
}
