/* Streams without their locks: what changes a stream writes it plainly, what asks for its state reads it. Where this file is linked, the front end lets the other functions
   use their streams, too, in a step of their own (stream.go in package cfront). */
#include <heddle_intrinsics.h>
#include <stdio.h>

static FILE *used(FILE *f) {
	char *p = (char *)f;
	*p = *p;
	return f;
}

static FILE *asked(FILE *f) {
	__heddle_touch(f, 1);
	return f;
}

int getc_unlocked(FILE *f) {
	return getc(used(f));
}

int getchar_unlocked(void) {
	return getc(used(stdin));
}

int putc_unlocked(int c, FILE *f) {
	return putc(c, used(f));
}

int putchar_unlocked(int c) {
	return putc(c, used(stdout));
}

/* What the macro putc_unlocked of older headers calls when there is no room in the buffer. */
int __overflow(FILE *f, int c);

int __overflow(FILE *f, int c) {
	return putc(c, used(f));
}

int fgetc_unlocked(FILE *f) {
	return getc(used(f));
}

int fputc_unlocked(int c, FILE *f) {
	return putc(c, used(f));
}

char *fgets_unlocked(char *s, int n, FILE *f) {
	return fgets(s, n, used(f));
}

int fputs_unlocked(const char *s, FILE *f) {
	return fputs(s, used(f));
}

size_t fread_unlocked(void *p, size_t size, size_t n, FILE *f) {
	return fread(p, size, n, used(f));
}

size_t fwrite_unlocked(const void *p, size_t size, size_t n, FILE *f) {
	return fwrite(p, size, n, used(f));
}

/* A null stream stands for all; they are flushed as with fflush. */
int fflush_unlocked(FILE *f) {
	return fflush(f ? used(f) : f);
}

int feof_unlocked(FILE *f) {
	return feof(asked(f));
}

int ferror_unlocked(FILE *f) {
	return ferror(asked(f));
}

int fileno_unlocked(FILE *f) {
	return fileno(asked(f));
}

void clearerr_unlocked(FILE *f) {
	clearerr(used(f));
}
