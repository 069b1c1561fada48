// check: --property assert
// expect: PROVED assert
// The functions of the library, declared as people do: they stay what they are.
#include <assert.h>

char *malloc(unsigned);
void free(char *);
void memcpy(char *, char *, int);
int strlen(char *);
int open(const char *, int, int);
void exit();

int main(void) {
	char *p = malloc(4);
	memcpy(p, "abc", 4);
	assert(strlen(p) == 3);
	free(p);
	if (open("file", 0, 0) < -1)
		assert(0);
	exit();
	return 0;
}
