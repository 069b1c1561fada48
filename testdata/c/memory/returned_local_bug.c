// check: --property memory
// expect: BUG use-after-free
// Trap 7: a pointer to a local of a function that returned.
int *leak(void)
{
	int n = 3;
	int *p = &n;
	return p;
}

int main(void)
{
	return *leak(); // use-after-free!
}
