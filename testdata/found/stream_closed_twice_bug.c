// check: --property memory
// expect: BUG double-free
// The stream is gone after a freopen that failed.
#include <stdio.h>

int main(void)
{
	FILE *f = tmpfile();
	if (!f)
		return 0;
	FILE *g = freopen("log", "w", f);
	if (!g)
		fclose(f); // double-free!
	else
		fclose(g);
	return 0;
}
