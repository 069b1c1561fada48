// check: --property memory
// expect: PROVED
// Trap 7: used within its iteration; a local declared outside lives on.
int main(void)
{
	int outside = 0;
	int *p = &outside;
	for (int i = 0; i < 2; i++) {
		int here = i;
		int *q = &here;
		*p += *q;
	}
	return *p - 1;
}
