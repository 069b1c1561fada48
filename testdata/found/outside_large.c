// check: --property memory
// expect: UNKNOWN
// An object of the outside is as large as the program needs it: how large lib_table's is, lib_table knows.
int *lib_table(void);

int main(void)
{
	int *a = lib_table();
	if (!a)
		return 1;
	a[100000] = 1;
	return 0;
}
