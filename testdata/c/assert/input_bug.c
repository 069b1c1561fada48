// check: --property assert
// expect: BUG assert
// One input of 256 fails.
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);

int main(void)
{
	unsigned char x = __VERIFIER_nondet_uchar();
	if ((unsigned char)(x * 3 + 1) == 92 && x > 100)
		reach_error(); // fail!
	return 0;
}
