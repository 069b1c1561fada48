// check: --property assert
// expect: PROVED
// The program's own function is no input.
int nondet_int(void) { return 3; }
int main(void)
{
	assert(nondet_int() == 3);
	return 0;
}
