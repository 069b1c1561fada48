// check: --property assert
// expect: PROVED
// What headers of glibc do to functions with -O2 and _FORTIFY_SOURCE: a gnu_inline definition is not the function, __asm__ gives a declaration
// the name of another function, and variables of the library are its own.
#include <assert.h>

struct _IO_FILE;
extern struct _IO_FILE *stderr, *stdout;
extern int fputc(int, struct _IO_FILE *);
extern int atoi(const char *);
extern int __atoi_alias(const char *) __asm__(""
                                              "atoi");
extern __inline __attribute__((__gnu_inline__, __always_inline__)) int atoi(const char *s) {
	return __atoi_alias(s) + 1; /* a wrapper that could be told from the function */
}
extern __inline __attribute__((__gnu_inline__, __always_inline__)) int mine(int x) {
	return x + 1; /* defined nowhere else: gcc puts it in the place of calls */
}

int main(void) {
	assert(__atoi_alias("12") == 12);
	assert(atoi("12") == 12);
	assert(mine(1) == 2);
	assert(stderr != 0 && stderr != stdout);
	fputc('x', stderr);
	return 0;
}
