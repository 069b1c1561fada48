// check: --property memory
// expect: BUG use-after-free
// Trap 7: a local of a loop iteration that is over.
int main(void)
{
	int *last = 0;
	int n = 0;
	for (int i = 0; i < 2; i++) {
		int here = i;
		if (last)
			n += *last; // use-after-free!
		last = &here;
	}
	return n;
}
