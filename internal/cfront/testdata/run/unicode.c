#include <uchar.h>

/* Strings and characters of char16_t and char32_t: sizes, storage, content. */

#define CHECK(e) do { if (!(e)) return __LINE__; } while (0)
#define WIDE(s) u##s

static const char16_t *global = u"gl" "ob";
static const char32_t *names[] = { U"a", U"bc" };
static char16_t full[2] = u"xy";

static const char16_t *lasting(void) { return u"lasts"; }

static int length(const char16_t *s)
{
	int n = 0;
	while (*s++)
		n++;
	return n;
}

int main(void)
{
	const char16_t *a = u"h\u00e9\U0001F600";
	const char32_t *b = U"h\U0001F600";
	const char *c = u8"\u00e9";
	CHECK(sizeof u"ab" == 6 && sizeof U"ab" == 12 && sizeof u8"ab" == 3 && sizeof u"" == 2);
	CHECK(a[0] == 'h' && a[1] == 0xe9 && a[2] == 0xd83d && a[3] == 0xde00 && a[4] == 0);
	CHECK(b[1] == 0x1f600 && b[2] == 0);
	CHECK((unsigned char)c[0] == 0xc3 && (unsigned char)c[1] == 0xa9 && c[2] == 0);
	char16_t joined[] = u"xy" u"z";
	char32_t longer[5] = U"abc";
	char16_t empty[] = u"";
	CHECK(sizeof joined == 8 && joined[2] == 'z' && joined[3] == 0);
	CHECK(longer[2] == 'c' && longer[3] == 0 && longer[4] == 0);
	CHECK(sizeof empty == 2 && empty[0] == 0);
	CHECK(sizeof full == 4 && full[1] == 'y');
	CHECK(global[3] == 'b' && global[4] == 0 && names[1][1] == 'c');
	CHECK(lasting()[4] == 's' && length(lasting()) == 5 && length(u"") == 0);
	CHECK(u"ab"[1] == 'b' && WIDE("q")[0] == 'q');
	CHECK(u"\x1234\n\101"[0] == 0x1234 && u"\x1234\n\101"[1] == 10 && u"\x1234\n\101"[2] == 'A');
	CHECK(U'\u20ac' == 0x20ac && u'\u20ac' == 0x20ac && sizeof U'a' == 4 && sizeof u'a' == 2);
	CHECK(U'\xffffffff' > 0);
	return 0;
}
