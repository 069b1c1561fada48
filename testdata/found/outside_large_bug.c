// check: --property memory
// expect: BUG out-of-bounds
// As outside_large.c, but the object is the program's.
int *lib_table(void);

static int own[8];

int main(void)
{
	int *a = lib_table();
	if (a)
		a = own;
	else
		return 1;
	a[100000] = 1; // out-of-bounds!
	return 0;
}
