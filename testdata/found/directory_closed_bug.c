// check: --property memory
// expect: BUG use-after-free
#include <dirent.h>

int main(void)
{
	DIR *d = opendir(".");
	if (!d)
		return 0;
	closedir(d);
	rewinddir(d); // use-after-free!
	return 0;
}
