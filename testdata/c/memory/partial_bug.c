// check: --property memory
// expect: BUG out-of-bounds
// Trap 6: an access that starts inside an object and ends outside it.
short s[2];

int main(void)
{
	short *p = s;
	p[1] = 1;
	return *(int *)(p + 1); // out-of-bounds!
}
