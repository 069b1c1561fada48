/* The environment as a list: of no variables. getenv gives arbitrary ones all the same. */

static char *none[1];
char **environ = none;

extern char **__environ __attribute__((alias("environ")));
extern char **_environ __attribute__((alias("environ")));
