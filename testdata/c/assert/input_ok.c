// check: --property assert
// expect: PROVED
// No input of 256 fails: 3 has an inverse modulo 256, so a result of 4 needs x = 1.
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void __VERIFIER_assume(int);
extern void __VERIFIER_error(void);

int main(void)
{
	unsigned char x = __VERIFIER_nondet_uchar();
	__VERIFIER_assume(x != 1);
	if ((unsigned char)(x * 3 + 1) == 4)
		__VERIFIER_error(); // nofail
	return 0;
}
