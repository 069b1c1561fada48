/* C11 7.21 and POSIX: input and output. A stream is opaque; output goes nowhere, input is arbitrary. */
#ifndef HEDDLE_STDIO_H
#define HEDDLE_STDIO_H

#include <heddle/types.h>
#include <stdarg.h>

/* As large as glibc's, whose macros look into it: zeros make them call a function. */
typedef struct __heddle_file {
	long __fields[37];
} FILE;
typedef struct {
	long __pos;
} fpos_t;

/* Addresses, so that naming a standard stream reads no memory. */
extern FILE __heddle_stdin, __heddle_stdout, __heddle_stderr;
#define stdin (&__heddle_stdin)
#define stdout (&__heddle_stdout)
#define stderr (&__heddle_stderr)

#define EOF (-1)
#define BUFSIZ 8192
#define FILENAME_MAX 4096
#define FOPEN_MAX 16
#define L_tmpnam 20
#define TMP_MAX 238328
#define P_tmpdir "/tmp"
#define _IOFBF 0
#define _IOLBF 1
#define _IONBF 2
#define SEEK_SET 0
#define SEEK_CUR 1
#define SEEK_END 2

int printf(const char *format, ...);
int fprintf(FILE *f, const char *format, ...);
int dprintf(int fd, const char *format, ...);
int sprintf(char *s, const char *format, ...);
int snprintf(char *s, size_t n, const char *format, ...);
int asprintf(char **s, const char *format, ...);
int vprintf(const char *format, va_list ap);
int vfprintf(FILE *f, const char *format, va_list ap);
int vdprintf(int fd, const char *format, va_list ap);
int vsprintf(char *s, const char *format, va_list ap);
int vsnprintf(char *s, size_t n, const char *format, va_list ap);
int vasprintf(char **s, const char *format, va_list ap);
int scanf(const char *format, ...);
int fscanf(FILE *f, const char *format, ...);
int sscanf(const char *s, const char *format, ...);
int vscanf(const char *format, va_list ap);
int vfscanf(FILE *f, const char *format, va_list ap);
int vsscanf(const char *s, const char *format, va_list ap);

int putchar(int c);
int putchar_unlocked(int c);
int putc(int c, FILE *f);
int putc_unlocked(int c, FILE *f);
int fputc(int c, FILE *f);
int puts(const char *s);
int fputs(const char *s, FILE *f);
int getchar(void);
int getchar_unlocked(void);
int getc(FILE *f);
int getc_unlocked(FILE *f);
int fgetc_unlocked(FILE *f);
int fputc_unlocked(int c, FILE *f);
char *fgets_unlocked(char *s, int n, FILE *f);
int fputs_unlocked(const char *s, FILE *f);
size_t fread_unlocked(void *p, size_t size, size_t n, FILE *f);
size_t fwrite_unlocked(const void *p, size_t size, size_t n, FILE *f);
int fflush_unlocked(FILE *f);
int feof_unlocked(FILE *f);
int ferror_unlocked(FILE *f);
int fileno_unlocked(FILE *f);
void clearerr_unlocked(FILE *f);
int fgetc(FILE *f);
int ungetc(int c, FILE *f);
char *fgets(char *s, int n, FILE *f);
char *gets(char *s);
ssize_t getline(char **line, size_t *n, FILE *f);
ssize_t getdelim(char **line, size_t *n, int delim, FILE *f);
size_t fread(void *p, size_t size, size_t n, FILE *f);
size_t fwrite(const void *p, size_t size, size_t n, FILE *f);

FILE *fopen(const char *path, const char *mode);
FILE *fdopen(int fd, const char *mode);
FILE *freopen(const char *path, const char *mode, FILE *f);
FILE *tmpfile(void);
FILE *popen(const char *command, const char *mode);
int pclose(FILE *f);
int fclose(FILE *f);
int fflush(FILE *f);
int feof(FILE *f);
int ferror(FILE *f);
void clearerr(FILE *f);
int fileno(FILE *f);
int fseek(FILE *f, long offset, int whence);
int fseeko(FILE *f, off_t offset, int whence);
long ftell(FILE *f);
off_t ftello(FILE *f);
void rewind(FILE *f);
int fgetpos(FILE *f, fpos_t *pos);
int fsetpos(FILE *f, const fpos_t *pos);
void setbuf(FILE *f, char *buf);
void setlinebuf(FILE *f);
int setvbuf(FILE *f, char *buf, int mode, size_t size);
void flockfile(FILE *f);
int ftrylockfile(FILE *f);
void funlockfile(FILE *f);
int remove(const char *path);
int rename(const char *from, const char *to);
char *tmpnam(char *s);
void perror(const char *s);
char *ctermid(char *);
FILE *fmemopen(void *, size_t, const char *);
FILE *open_memstream(char **, size_t *);
int renameat(int, const char *, int, const char *);
char *tempnam(const char *, const char *);

#endif
