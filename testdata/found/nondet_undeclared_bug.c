// check: --property assert
// expect: BUG assert
// What no declaration says, the name does: a long is not an int.
int main(void)
{
	long x = __VERIFIER_nondet_long();
	unsigned long long y = nondet_ulonglong();
	if (x == 1L << 32 && y == 3ULL << 40)
		assert(0); // fail!
	return 0;
}
