/* The name of the program. */

char *program_invocation_name = "program";
char *program_invocation_short_name = "program";

extern char *__progname __attribute__((alias("program_invocation_short_name")));
extern char *__progname_full __attribute__((alias("program_invocation_name")));
