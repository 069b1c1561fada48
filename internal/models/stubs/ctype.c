/* <ctype.h> in the C locale, and the tables that glibc's macros look into. */
#include <ctype.h>

int isdigit(int c) {
	return c >= '0' && c <= '9';
}

int islower(int c) {
	return c >= 'a' && c <= 'z';
}

int isupper(int c) {
	return c >= 'A' && c <= 'Z';
}

int isalpha(int c) {
	return islower(c) || isupper(c);
}

int isalnum(int c) {
	return isalpha(c) || isdigit(c);
}

int isxdigit(int c) {
	return isdigit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

int isspace(int c) {
	return c == ' ' || (c >= '\t' && c <= '\r');
}

int isblank(int c) {
	return c == ' ' || c == '\t';
}

int iscntrl(int c) {
	return (c >= 0 && c < ' ') || c == 127;
}

int isprint(int c) {
	return c >= ' ' && c < 127;
}

int isgraph(int c) {
	return c > ' ' && c < 127;
}

int ispunct(int c) {
	return isgraph(c) && !isalnum(c);
}

int isascii(int c) {
	return c >= 0 && c < 128;
}

int toascii(int c) {
	return c & 127;
}

int tolower(int c) {
	return isupper(c) ? c - 'A' + 'a' : c;
}

int toupper(int c) {
	return islower(c) ? c - 'a' + 'A' : c;
}

/* ---- what <ctype.h> of glibc expands to: tables that begin at index -128. Bits 0 to 7 of a character class are in the high
   byte of the entry: upper, lower, alpha, digit, xdigit, space, print, graph, then blank, cntrl, punct, alnum. */

enum {
	U = 1 << 8, L = 1 << 9, A = 1 << 10, D = 1 << 11, X = 1 << 12, S = 1 << 13, P = 1 << 14, G = 1 << 15,
	B = 1 << 0, C = 1 << 1, T = 1 << 2, N = 1 << 3
};

#define CTRL C
#define PUNCT (P | G | T)
#define DIGIT (D | X | P | G | N)
#define UP (U | A | P | G | N)
#define LOW (L | A | P | G | N)
#define TEN(v) v, v, v, v, v, v, v, v, v, v

static const unsigned short classes[384] = {
	[128] = CTRL, CTRL, CTRL, CTRL, CTRL, CTRL, CTRL, CTRL, CTRL,
	C | S | B, C | S, C | S, C | S, C | S, CTRL, CTRL,
	TEN(CTRL), CTRL, CTRL, CTRL, CTRL, CTRL, CTRL,
	S | P | B, TEN(PUNCT), PUNCT, PUNCT, PUNCT, PUNCT, PUNCT,
	TEN(DIGIT), PUNCT, PUNCT, PUNCT, PUNCT, PUNCT, PUNCT, PUNCT,
	UP | X, UP | X, UP | X, UP | X, UP | X, UP | X, TEN(UP), TEN(UP),
	PUNCT, PUNCT, PUNCT, PUNCT, PUNCT, PUNCT,
	LOW | X, LOW | X, LOW | X, LOW | X, LOW | X, LOW | X, TEN(LOW), TEN(LOW),
	PUNCT, PUNCT, PUNCT, PUNCT, CTRL,
};

static const unsigned short *const classes_at = classes + 128;

const unsigned short **__ctype_b_loc(void) {
	return (const unsigned short **)&classes_at;
}

#define R8(n) (n), (n) + 1, (n) + 2, (n) + 3, (n) + 4, (n) + 5, (n) + 6, (n) + 7
#define R26(n) R8(n), R8((n) + 8), R8((n) + 16), (n) + 24, (n) + 25
#define R64(n) R8(n), R8((n) + 8), R8((n) + 16), R8((n) + 24), R8((n) + 32), R8((n) + 40), R8((n) + 48), R8((n) + 56)

/* Entries -128 to -2 stand for the bytes 128 to 254, and -1 is EOF. */
#define NEGATIVE R64(128), R8(192), R8(200), R8(208), R8(216), R8(224), R8(232), R8(240), 248, 249, 250, 251, 252, 253, 254, -1
#define CASES(letters1, letters2) \
	NEGATIVE, R64(0), '@', R26(letters1), '[', '\\', ']', '^', '_', '`', R26(letters2), '{', '|', '}', '~', 127, R64(128), R64(192)

static const int lower[384] = {CASES('a', 'a')};
static const int upper[384] = {CASES('A', 'A')};
static const int *const lower_at = lower + 128;
static const int *const upper_at = upper + 128;

const int **__ctype_tolower_loc(void) {
	return (const int **)&lower_at;
}

const int **__ctype_toupper_loc(void) {
	return (const int **)&upper_at;
}
