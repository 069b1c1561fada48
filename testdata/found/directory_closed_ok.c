// check: --property memory,race
// expect: PROVED
#include <dirent.h>

int main(void)
{
	DIR *d = opendir(".");
	if (!d)
		return 0;
	rewinddir(d);
	if (telldir(d) > 0)
		seekdir(d, 0);
	closedir(d);
	return 0;
}
