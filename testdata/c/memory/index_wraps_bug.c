// check: --property memory --data-model ilp32
// expect: BUG out-of-bounds
// The number of bytes overflows on the way to an address outside of the array: where memory errors are looked for, that is no way out.
extern unsigned char __VERIFIER_nondet_uchar(void);
int a[4];

int main(void)
{
	int far = __VERIFIER_nondet_uchar() & 1;
	if (far)
		a[0x7fffffff] = 1; // out-of-bounds!
	return a[0];
}
