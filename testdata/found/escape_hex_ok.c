// check: --property assert
// expect: PROVED
// Hexadecimal escapes take every digit that follows, octal ones at most three, in strings and constants of every kind.
#include <assert.h>
#include <stddef.h>
static const char one[] = "\x041";
static const char joined[] = "\x4" "1";
static const char octal[] = "\0101\1019\08";
static const char named[] = "\u00e9\U0001F600";
static const char eight[] = u8"\u00e9\x41";
static const char bytes[] = "\xff\377\x0000000000000000000000000000041";
static const wchar_t wide[] = L"\x1F600\xe9\x80000001z\u00e9";
static const wchar_t both[] = "\x1234" L"\1111";
int main(void)
{
	assert(sizeof one == 2 && one[0] == 'A' && one[0] == 0x41);
	assert(sizeof joined == 3 && joined[0] == 4 && joined[1] == '1');
	assert(sizeof octal == 7 && octal[0] == 8 && octal[1] == '1' && octal[2] == 'A' && octal[3] == '9' && octal[4] == 0 && octal[5] == '8');
	assert(sizeof named == 7 && named[0] == '\xc3' && named[1] == '\xa9' && named[2] == '\xf0' && named[5] == '\x80');
	assert(sizeof eight == 4 && eight[0] == '\xc3' && eight[1] == '\xa9' && eight[2] == 'A');
	assert(sizeof bytes == 4 && bytes[0] == bytes[1] && bytes[1] == -1 && bytes[2] == 'A');
	assert(sizeof wide / sizeof *wide == 6 && wide[0] == 0x1f600 && wide[1] == 0xe9 && wide[2] == (int)0x80000001 && wide[3] == 'z' && wide[4] == 0xe9);
	assert(sizeof both / sizeof *both == 4 && both[0] == 0x1234 && both[1] == 0111 && both[2] == '1');
	assert('\x041' == 'A' && '\xff' == -1 && '\377' == -1 && L'\xff' == 255 && L'\xffffffff' == -1);
	assert(u'\xffff' == 65535 && sizeof u'a' == 2 && U'\xffffffff' > 0 && u'\u20ac' == 0x20ac);
	assert('ab' == 'a' * 256 + 'b' && '\x61\142' == 'ab' && '\?' == 63 && '\e' == 27);
	return 0;
}
