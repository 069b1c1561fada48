// check: --property assert
// expect: UNKNOWN
// An assertion that is called through a pointer.
extern void assert(int);
int main(void)
{
	void (*check)(int) = assert;
	check(0);
	return 0;
}
