/* The standard streams. Programs with our headers use the objects, others the variables, which a program may set. */
#include <stdio.h>

#undef stdin
#undef stdout
#undef stderr

FILE __heddle_stdin, __heddle_stdout, __heddle_stderr;

FILE *stdin = &__heddle_stdin;
FILE *stdout = &__heddle_stdout;
FILE *stderr = &__heddle_stderr;

extern FILE _IO_2_1_stdin_ __attribute__((alias("__heddle_stdin")));
extern FILE _IO_2_1_stdout_ __attribute__((alias("__heddle_stdout")));
extern FILE _IO_2_1_stderr_ __attribute__((alias("__heddle_stderr")));
