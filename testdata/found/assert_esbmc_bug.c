// check: --property assert
// expect: BUG assert
// The names of another verifier, without its header.
int main(void)
{
	unsigned char x = nondet_uchar();
	__ESBMC_assume(x < 10);
	__ESBMC_assert(x < 10, "assumed");
	__ESBMC_assert(x != 7, "seven"); // fail!
	return 0;
}
