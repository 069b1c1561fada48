// check: --property assert
// expect: PROVED
// As assert_undeclared_bug.c, and the condition is taken as it is, not cut to an int.
int main(void)
{
	long high = 1L << 32;
	double half = 0.5;
	int n = 0;
	assert(high);
	assert(half);
	assert(&n);
	assert(n++ == 0);
	assert(n == 1);
	return 0;
}
