// check: --property assert
// expect: BUG assert
// The names of another verifier, without its header.
int main(void)
{
	unsigned char x = nondet_uchar();
	__CPROVER_assume(x < 10);
	__CPROVER_assert(x < 10, "assumed");
	__CPROVER_assert(x != 7, "seven"); // fail!
	return 0;
}
