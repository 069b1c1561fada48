/* Streams: output goes nowhere, input is arbitrary, and every operation may fail. What a function reads from the program's
   memory it does read, in one step: nothing depends on the bytes, so that no interleaving is lost, and a plain
   write elsewhere still races with it. */
#include <heddle_intrinsics.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void read_string(const char *s) {
	__heddle_atomic_begin();
	(void)strlen(s);
	__heddle_atomic_end();
}

static FILE *stream(void) {
	return __heddle_nondet_bool() ? __heddle_alloc(sizeof(FILE), 1) : 0;
}

FILE *fopen(const char *path, const char *mode) {
	read_string(mode);
	read_string(path);
	return stream();
}

FILE *fdopen(int fd, const char *mode) {
	__heddle_pipe_leak(fd);
	read_string(mode);
	return stream();
}

FILE *tmpfile(void) {
	return stream();
}

FILE *popen(const char *command, const char *mode) {
	read_string(mode);
	read_string(command);
	return stream();
}

/* ---- output */

static int outcome(void) {
	return __heddle_nondet_bool() ? 0 : EOF;
}

int puts(const char *s) {
	read_string(s);
	return outcome();
}

int fputs(const char *s, FILE *f) {
	(void)f;
	read_string(s);
	return outcome();
}

void perror(const char *s) {
	if (s)
		read_string(s);
}

static int put(int c) {
	return __heddle_nondet_bool() ? (unsigned char)c : EOF;
}

int putchar(int c) {
	return put(c);
}

int putc(int c, FILE *f) {
	(void)f;
	return put(c);
}

int fputc(int c, FILE *f) {
	(void)f;
	return put(c);
}

size_t fwrite(const void *p, size_t size, size_t n, FILE *f) {
	(void)f;
	__heddle_touch(p, size * n);
	size_t done = __heddle_nondet_size();
	return done <= n ? done : n;
}

/* ---- input */

static int get(void) {
	return __heddle_nondet_bool() ? __heddle_nondet_uchar() : EOF;
}

int getchar(void) {
	return get();
}

int getc(FILE *f) {
	(void)f;
	return get();
}

int fgetc(FILE *f) {
	(void)f;
	return get();
}

/* What older headers of glibc call them. */
int _IO_getc(FILE *f) {
	(void)f;
	return get();
}

int _IO_putc(int c, FILE *f) {
	(void)f;
	return put(c);
}

int ungetc(int c, FILE *f) {
	(void)f;
	return put(c);
}

char *fgets(char *s, int n, FILE *f) {
	(void)f;
	if (n < 1 || __heddle_nondet_bool())
		return 0;
	int len = __heddle_nondet_int();
	if (len < 0 || len >= n)
		len = n - 1;
	__heddle_fill_any(s, (size_t)len);
	s[len] = 0;
	return s;
}

size_t fread(void *p, size_t size, size_t n, FILE *f) {
	(void)f;
	size_t done = __heddle_nondet_size();
	if (done > n)
		done = n;
	__heddle_fill_any(p, done * size);
	return done;
}

/* A line of at most 127 bytes, in a new buffer. */
ssize_t getdelim(char **line, size_t *n, int delim, FILE *f) {
	(void)f;
	if (__heddle_nondet_bool())
		return -1;
	int len = __heddle_nondet_int();
	if (len < 1 || len > 127)
		len = 1;
	char *s = malloc(128);
	if (!s)
		return -1;
	__heddle_fill_any(s, (size_t)len - 1);
	s[len - 1] = __heddle_nondet_bool() ? (char)delim : __heddle_nondet_char();
	s[len] = 0;
	free(*line);
	*line = s;
	*n = 128;
	return len;
}

ssize_t getline(char **line, size_t *n, FILE *f) {
	return getdelim(line, n, '\n', f);
}

/* ---- the rest */

int fileno(FILE *f) {
	(void)f;
	return __heddle_descriptor();
}

int fgetpos(FILE *f, fpos_t *pos) {
	(void)f;
	pos->__pos = __heddle_nondet_long();
	return outcome();
}

static char name[L_tmpnam];

char *tmpnam(char *s) {
	if (!s)
		s = name;
	__heddle_fill_any(s, L_tmpnam - 1);
	s[L_tmpnam - 1] = 0;
	return s;
}
