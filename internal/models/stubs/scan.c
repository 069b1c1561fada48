/* Formatted input. How many conversions succeed is arbitrary, and so is what they store; where they store it, and how many
   bytes, follows the format. */
#include <heddle_intrinsics.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static void store_integer(char size, va_list *ap) {
	switch (size) {
	case 'H':
		*va_arg(*ap, char *) = __heddle_nondet_char();
		break;
	case 'h':
		*va_arg(*ap, short *) = __heddle_nondet_short();
		break;
	case 'l':
		*va_arg(*ap, long *) = __heddle_nondet_long();
		break;
	case 'L':
		*va_arg(*ap, long long *) = __heddle_nondet_longlong();
		break;
	case 'z':
		*va_arg(*ap, size_t *) = __heddle_nondet_size();
		break;
	default:
		*va_arg(*ap, int *) = __heddle_nondet_int();
	}
}

static void store_float(char size, va_list *ap) {
	if (size == 'l')
		*va_arg(*ap, double *) = __heddle_nondet_double();
	else if (size == 'D')
		__heddle_unsupported("reading a long double");
	else
		*va_arg(*ap, float *) = __heddle_nondet_float();
}

/* At least one byte, none of them 0, at most width of them if there is a width. */
static void store_string(int width, va_list *ap) {
	char *s = va_arg(*ap, char *);
	int n = 0;
	if (width > 0) {
		n = __heddle_nondet_int();
		if (n < 1 || n > width)
			n = width;
		__heddle_fill_any(s, (size_t)n);
		if (__heddle_scan(s, 0, (size_t)n) < (size_t)n)
			__heddle_fill(s, 'x', (size_t)n);
		s[n] = 0;
		return;
	}
	do {
		char c = __heddle_nondet_char();
		s[n++] = c ? c : 'x';
	} while (__heddle_nondet_bool());
	s[n] = 0;
}

static void store_chars(int width, va_list *ap) {
	char *s = va_arg(*ap, char *);
	__heddle_fill_any(s, width ? (size_t)width : 1);
}

/* The end of a set, [...], whose first ] does not end it. */
static const char *set_end(const char *p) {
	if (*p == '^')
		p++;
	if (*p == ']')
		p++;
	while (*p && *p != ']')
		p++;
	return p;
}

static int scan(const char *format, va_list args) {
	int done = 0;
	va_list ap;
	va_copy(ap, args);
	for (const char *p = format; *p; p++) {
		if (*p != '%')
			continue;
		p++;
		if (*p == '%')
			continue;
		int skip = 0, width = 0;
		char size = 0;
		if (*p == '*') {
			skip = 1;
			p++;
		}
		while (*p >= '0' && *p <= '9')
			width = width * 10 + (*p++ - '0');
		for (;; p++) {
			if (*p == 'h')
				size = size == 'h' ? 'H' : 'h';
			else if (*p == 'l')
				size = size == 'l' ? 'L' : 'l';
			else if (*p == 'j' || *p == 'q')
				size = 'L';
			else if (*p == 'z' || *p == 't')
				size = 'z';
			else if (*p == 'L')
				size = 'D';
			else
				break;
		}
		/* Input ends, or does not match, before this conversion. */
		if (__heddle_nondet_bool()) {
			if (done == 0 && __heddle_nondet_bool())
				done = EOF;
			break;
		}
		char kind = *p;
		if (kind == '[')
			p = set_end(p + 1);
		if (skip)
			continue;
		switch (kind) {
		case 'd':
		case 'i':
		case 'u':
		case 'o':
		case 'x':
		case 'X':
			store_integer(size, &ap);
			break;
		case 'n':
			store_integer(size, &ap);
			continue; /* not counted */
		case 'a':
		case 'e':
		case 'f':
		case 'g':
		case 'A':
		case 'E':
		case 'F':
		case 'G':
			store_float(size, &ap);
			break;
		case 's':
		case '[':
			if (size)
				__heddle_unsupported("reading wide characters");
			store_string(width, &ap);
			break;
		case 'c':
			if (size)
				__heddle_unsupported("reading wide characters");
			store_chars(width, &ap);
			break;
		case 'p':
			*va_arg(ap, void **) = __heddle_nondet_ptr();
			break;
		default:
			__heddle_unsupported("a conversion of the scanf family");
		}
		done++;
	}
	va_end(ap);
	return done;
}

int vscanf(const char *format, va_list ap) {
	return scan(format, ap);
}

int vfscanf(FILE *f, const char *format, va_list ap) {
	(void)f;
	return scan(format, ap);
}

int vsscanf(const char *s, const char *format, va_list ap) {
	(void)strlen(s); /* it is read */
	return scan(format, ap);
}

#define BODY(last) \
	va_list ap; \
	va_start(ap, last); \
	int n = scan(format, ap); \
	va_end(ap); \
	return n

int scanf(const char *format, ...) {
	BODY(format);
}

int fscanf(FILE *f, const char *format, ...) {
	(void)f;
	BODY(format);
}

int sscanf(const char *s, const char *format, ...) {
	(void)strlen(s);
	BODY(format);
}

/* What glibc's headers call these. */
int __isoc99_scanf(const char *format, ...) {
	BODY(format);
}

int __isoc99_fscanf(FILE *f, const char *format, ...) {
	(void)f;
	BODY(format);
}

int __isoc99_sscanf(const char *s, const char *format, ...) {
	(void)strlen(s);
	BODY(format);
}

int __isoc23_scanf(const char *format, ...) {
	BODY(format);
}

int __isoc23_fscanf(FILE *f, const char *format, ...) {
	(void)f;
	BODY(format);
}

int __isoc23_sscanf(const char *s, const char *format, ...) {
	(void)strlen(s);
	BODY(format);
}
