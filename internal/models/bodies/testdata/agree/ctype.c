/* <ctype.h> against libc, for every character and EOF, and the tables behind its macros. */
#include "agree.h"

#define EACH(X) \
	X(isalnum) X(isalpha) X(isblank) X(iscntrl) X(isdigit) X(isgraph) X(islower) X(isprint) X(ispunct) X(isspace) X(isupper) X(isxdigit) X(isascii)
#define DECLARE(f) int h_##f(int);
EACH(DECLARE)
int h_tolower(int), h_toupper(int), h_toascii(int);
const unsigned short **h___ctype_b_loc(void);
const int **h___ctype_tolower_loc(void), **h___ctype_toupper_loc(void);

int main(void) {
	for (int c = -1; c < 256; c++) {
#define COMPARE(f) CHECK(!(h_##f)(c) == !(f)(c), "%d", c);
		EACH(COMPARE)
		CHECK((h_tolower)(c) == (tolower)(c), "%d", c);
		CHECK((h_toupper)(c) == (toupper)(c), "%d", c);
		CHECK((h_toascii)(c) == (toascii)(c), "%d", c);
	}
	for (int c = -128; c < 256; c++) {
		CHECK((*h___ctype_b_loc())[c] == (*__ctype_b_loc())[c], "%d: %x %x", c, (*h___ctype_b_loc())[c], (*__ctype_b_loc())[c]);
		CHECK((*h___ctype_tolower_loc())[c] == (*__ctype_tolower_loc())[c], "%d", c);
		CHECK((*h___ctype_toupper_loc())[c] == (*__ctype_toupper_loc())[c], "%d", c);
	}
	return 0;
}
