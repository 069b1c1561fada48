// check: --property assert
// expect: UNKNOWN
// A label that starts a thread, for another verifier. Who takes it for a label sees one thread.
int x;
void f(void) { x = 1; }
int main(void)
{
__CPROVER_ASYNC_1:
	f();
	assert(x == 1);
	return 0;
}
