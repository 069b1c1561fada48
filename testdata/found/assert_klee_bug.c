// check: --property assert
// expect: BUG assert
void klee_assert(int condition);

int main(void)
{
	int n = 1;
	klee_assert(n == 2); // fail!
	return 0;
}
