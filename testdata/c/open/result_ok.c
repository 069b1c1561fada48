// check: --harness use,use --property race --timeout 20s
// expect: BOUNDED
// expect[explore]: UNKNOWN
// What an undefined function gives one call, it does not give another that runs at the same time.
struct box { int n; };
extern struct box *new_box(void);
extern void *new_memory(void);

void use(void)
{
	struct box *b = new_box();
	struct box *c = new_memory();

	if (b)
		b->n++; // norace
	if (c)
		c->n++; // norace
}
