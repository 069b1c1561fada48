// check: --property memory
// expect: BUG out-of-bounds
// A promise about the argument makes no room for it.
int last(int [static 5]);

int last(int a[static const 5])
{
	return a[5];
}

int main(void)
{
	int a[5] = {1, 2, 3, 4, 5};
	return last(a);
}
