/* The end of streams. A stream that fopen and its kin made is an object of the heap, whose life ends here: what is done with it afterwards is a use of freed
   memory. Where this file is linked, the front end lets every call of <stdio.h> look at its stream (stream.go in package cfront). */
#include <heddle_intrinsics.h>
#include <stdio.h>
#include <string.h>

/* The standard streams are no objects of the heap, and using one that was closed touches nothing that is gone. Closing one twice is an error all the same: it
   ends the life of this twice. */
static void *_Atomic standard[3];

static void close_standard(int i) {
	__heddle_atomic_begin();
	if (!standard[i])
		standard[i] = __heddle_alloc(1, 0);
	__heddle_atomic_end();
	__heddle_free(standard[i]);
}

static void close(FILE *f) {
	if (f == &__heddle_stdin)
		close_standard(0);
	else if (f == &__heddle_stdout)
		close_standard(1);
	else if (f == &__heddle_stderr)
		close_standard(2);
	else
		__heddle_free(f);
}

int fclose(FILE *f) {
	close(f);
	return __heddle_nondet_bool() ? 0 : EOF;
}

int pclose(FILE *f) {
	close(f);
	return __heddle_nondet_int();
}

FILE *freopen(const char *path, const char *mode, FILE *f) {
	(void)mode;
	if (path)
		__heddle_look_string(path);
	if (__heddle_nondet_bool())
		return f;
	close(f);
	return 0;
}
