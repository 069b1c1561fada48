// check: --property memory
// expect: BUG null-deref
// The file may not be there. What stdio does with a null stream was not looked at.
#include <stdio.h>

int main(void)
{
	char line[4];
	FILE *f = fopen("settings", "r");
	fgets(line, sizeof line, f); // null-deref!
	return 0;
}
