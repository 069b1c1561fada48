// check: --property assert
// expect: BOUNDED
// expect[explore]: UNKNOWN
// Without bounds there is nothing that explore could say.
// A check of a test library that is not there: nothing says what it checks, so nothing is proved.
void ck_assert_int_eq(int a, int b);

int main(void)
{
	int n = 1;
	ck_assert_int_eq(n, 2);
	return 0;
}
