// check: --property assert
// expect: BUG assert
// Declared as a function of an int, which cuts the number to 0.
extern void assert(int);
int main(void)
{
	long high = 1L << 32;
	assert((high | 1) != 0);
	assert(high); // fail!
	return 0;
}
