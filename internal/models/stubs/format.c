/* Formatted output into memory. Integers, characters, strings and pointers come out exactly as C says; the digits of
   floating-point numbers are arbitrary. Output to streams is not here: it goes nowhere. */
#include <heddle_intrinsics.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

/* Where the text goes: at counts all bytes, those below limit are stored. */
struct out {
	char *s;
	size_t limit, at;
};

static void put(struct out *o, char c) {
	if (o->at < o->limit)
		o->s[o->at] = c;
	o->at++;
}

static size_t fitting(const struct out *o, size_t n) {
	size_t room = o->at < o->limit ? o->limit - o->at : 0;
	return n < room ? n : room;
}

static void fill(struct out *o, char c, int n) {
	if (n <= 0)
		return;
	__heddle_fill(o->s + o->at, c, fitting(o, (size_t)n));
	o->at += (size_t)n;
}

static void copy(struct out *o, const char *s, size_t n) {
	__heddle_copy(o->s + o->at, s, fitting(o, n));
	o->at += n;
}

struct spec {
	int left, plus, space, alt, zero;
	int width, precision; /* precision < 0: none given */
	char size;            /* 'H' hh, 'h', 'l', 'L' ll or j, 'z' z or t, 0 int */
};

/* Text with what stands before it: spaces, prefix, zeros. */
static void field(struct out *o, const struct spec *f, const char *prefix, const char *text, int len, int zeros) {
	int total = len + zeros;
	for (int i = 0; prefix[i]; i++)
		total++;
	int pad = f->width > total ? f->width - total : 0;
	if (!f->left && !f->zero)
		fill(o, ' ', pad);
	for (int i = 0; prefix[i]; i++)
		put(o, prefix[i]);
	if (!f->left && f->zero)
		fill(o, '0', pad);
	fill(o, '0', zeros);
	copy(o, text, (size_t)len);
	if (f->left)
		fill(o, ' ', pad);
}

static void string(struct out *o, const struct spec *f, const char *s, size_t len) {
	int pad = f->width > 0 && (size_t)f->width > len ? f->width - (int)len : 0;
	if (!f->left)
		fill(o, ' ', pad);
	copy(o, s, len);
	if (f->left)
		fill(o, ' ', pad);
}

static void integer(struct out *o, struct spec *f, unsigned long long n, unsigned base, int upper, const char *prefix) {
	char text[24];
	int at = 24;
	for (unsigned long long v = n; v; v /= base) {
		unsigned d = (unsigned)(v % base);
		text[--at] = (char)(d < 10 ? '0' + d : (upper ? 'A' : 'a') + d - 10);
	}
	int len = 24 - at;
	int zeros = 0;
	if (f->precision >= 0) {
		f->zero = 0;
		if (f->precision > len)
			zeros = f->precision - len;
	} else if (len == 0) {
		zeros = 1;
	}
	if (base == 8 && f->alt && zeros == 0)
		zeros = 1;
	field(o, f, prefix, text + at, len, zeros);
}

static long long signed_arg(char size, va_list *ap) {
	switch (size) {
	case 'H':
		return (signed char)va_arg(*ap, int);
	case 'h':
		return (short)va_arg(*ap, int);
	case 'l':
		return va_arg(*ap, long);
	case 'L':
		return va_arg(*ap, long long);
	case 'z':
		return va_arg(*ap, ssize_t);
	default:
		return va_arg(*ap, int);
	}
}

static unsigned long long unsigned_arg(char size, va_list *ap) {
	switch (size) {
	case 'H':
		return (unsigned char)va_arg(*ap, unsigned int);
	case 'h':
		return (unsigned short)va_arg(*ap, unsigned int);
	case 'l':
		return va_arg(*ap, unsigned long);
	case 'L':
		return va_arg(*ap, unsigned long long);
	case 'z':
		return va_arg(*ap, size_t);
	default:
		return va_arg(*ap, unsigned int);
	}
}

/* Any text of a plausible length: a sign, digits, a point, an exponent. */
static void floating(struct out *o, const struct spec *f) {
	char text[16];
	int len = __heddle_nondet_int();
	if (len < 1 || len > 16)
		len = 1;
	for (int i = 0; i < (int)sizeof text; i++) {
		char c = __heddle_nondet_char();
		text[i] = c > ' ' ? c : '0';
	}
	field(o, f, "", text, len, 0);
}

static int decimal(const char **p, va_list *ap) {
	int n = 0;
	if (**p == '*') {
		++*p;
		return va_arg(*ap, int);
	}
	while (**p >= '0' && **p <= '9')
		n = n * 10 + (*(*p)++ - '0');
	return n;
}

/* One conversion; p is behind the %. */
static const char *convert(struct out *o, const char *p, va_list *ap) {
	struct spec f = {0, 0, 0, 0, 0, 0, -1, 0};
	for (;; p++) {
		if (*p == '-')
			f.left = 1;
		else if (*p == '+')
			f.plus = 1;
		else if (*p == ' ')
			f.space = 1;
		else if (*p == '#')
			f.alt = 1;
		else if (*p == '0')
			f.zero = 1;
		else
			break;
	}
	f.width = decimal(&p, ap);
	if (f.width < 0) {
		f.left = 1;
		f.width = -f.width;
	}
	if (*p == '.') {
		p++;
		f.precision = decimal(&p, ap);
	}
	for (;; p++) {
		if (*p == 'h')
			f.size = f.size == 'h' ? 'H' : 'h';
		else if (*p == 'l')
			f.size = f.size == 'l' ? 'L' : 'l';
		else if (*p == 'j' || *p == 'q')
			f.size = 'L';
		else if (*p == 'z' || *p == 't')
			f.size = 'z';
		else
			break;
	}
	switch (*p) {
	case 'd':
	case 'i': {
		long long n = signed_arg(f.size, ap);
		integer(o, &f, n < 0 ? 0 - (unsigned long long)n : (unsigned long long)n, 10, 0,
			n < 0 ? "-" : f.plus ? "+" : f.space ? " " : "");
		break;
	}
	case 'u':
		integer(o, &f, unsigned_arg(f.size, ap), 10, 0, "");
		break;
	case 'o':
		integer(o, &f, unsigned_arg(f.size, ap), 8, 0, "");
		break;
	case 'x':
	case 'X': {
		unsigned long long n = unsigned_arg(f.size, ap);
		integer(o, &f, n, 16, *p == 'X', n && f.alt ? (*p == 'X' ? "0X" : "0x") : "");
		break;
	}
	case 'p': {
		uintptr_t n = (uintptr_t)va_arg(*ap, void *);
		if (n)
			integer(o, &f, n, 16, 0, "0x");
		else
			field(o, &f, "", "(nil)", 5, 0);
		break;
	}
	case 'c': {
		char c = (char)va_arg(*ap, int);
		f.zero = 0;
		field(o, &f, "", &c, 1, 0);
		break;
	}
	case 's': {
		const char *s = va_arg(*ap, const char *);
		string(o, &f, s, __heddle_scan(s, 0, f.precision < 0 ? SIZE_MAX : (size_t)f.precision));
		break;
	}
	case 'n':
		*va_arg(*ap, int *) = (int)o->at;
		break;
	case '%':
		put(o, '%');
		break;
	case 'a':
	case 'A':
	case 'e':
	case 'E':
	case 'f':
	case 'F':
	case 'g':
	case 'G':
		(void)va_arg(*ap, double);
		floating(o, &f);
		break;
	default:
		__heddle_unsupported("a conversion of the printf family");
	}
	return p + 1;
}

/* Characters up to the next conversion. */
static const char *literal(struct out *o, const char *p) {
	size_t n = __heddle_scan(p, '%', __heddle_scan(p, 0, SIZE_MAX));
	copy(o, p, n);
	return p + n;
}

int vsnprintf(char *s, size_t n, const char *format, va_list args) {
	struct out o = {s, n ? n - 1 : 0, 0};
	va_list ap;
	va_copy(ap, args);
	while (*format) {
		if (*format == '%')
			format = convert(&o, format + 1, &ap);
		else
			format = literal(&o, format);
	}
	va_end(ap);
	if (n)
		s[o.at < o.limit ? o.at : o.limit] = 0;
	return (int)o.at;
}

int vsprintf(char *s, const char *format, va_list ap) {
	return vsnprintf(s, SIZE_MAX, format, ap);
}

int snprintf(char *s, size_t n, const char *format, ...) {
	va_list ap;
	va_start(ap, format);
	int r = vsnprintf(s, n, format, ap);
	va_end(ap);
	return r;
}

int sprintf(char *s, const char *format, ...) {
	va_list ap;
	va_start(ap, format);
	int r = vsnprintf(s, SIZE_MAX, format, ap);
	va_end(ap);
	return r;
}

int vasprintf(char **s, const char *format, va_list ap) {
	int n = vsnprintf(0, 0, format, ap);
	char *p = malloc((size_t)n + 1);
	if (!p)
		return -1;
	*s = p;
	return vsnprintf(p, (size_t)n + 1, format, ap);
}

int asprintf(char **s, const char *format, ...) {
	va_list ap;
	va_start(ap, format);
	int r = vasprintf(s, format, ap);
	va_end(ap);
	return r;
}
