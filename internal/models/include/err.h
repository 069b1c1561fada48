/* BSD: formatted error messages. */
#ifndef HEDDLE_ERR_H
#define HEDDLE_ERR_H

#include <stdarg.h>

_Noreturn void err(int status, const char *format, ...);
_Noreturn void errx(int status, const char *format, ...);
_Noreturn void verr(int status, const char *format, va_list ap);
_Noreturn void verrx(int status, const char *format, va_list ap);
void warn(const char *format, ...);
void warnx(const char *format, ...);

#endif
