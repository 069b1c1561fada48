/* <wchar.h> and <wctype.h> against libc. */
#include "agree.h"

size_t h_wcslen(const wchar_t *), h_wcsnlen(const wchar_t *, size_t);
wchar_t *h_wcscpy(wchar_t *, const wchar_t *), *h_wcsncpy(wchar_t *, const wchar_t *, size_t), *h_wcscat(wchar_t *, const wchar_t *);
wchar_t *h_wcsncat(wchar_t *, const wchar_t *, size_t), *h_wcschr(const wchar_t *, wchar_t), *h_wcsrchr(const wchar_t *, wchar_t);
wchar_t *h_wcsstr(const wchar_t *, const wchar_t *), *h_wcsdup(const wchar_t *), *h_wmemmove(wchar_t *, const wchar_t *, size_t);
wchar_t *h_wmemset(wchar_t *, wchar_t, size_t), *h_wmemchr(const wchar_t *, wchar_t, size_t);
int h_wcscmp(const wchar_t *, const wchar_t *), h_wcsncmp(const wchar_t *, const wchar_t *, size_t), h_wmemcmp(const wchar_t *, const wchar_t *, size_t);
int h_iswalpha(wint_t), h_iswspace(wint_t), h_iswpunct(wint_t), h_iswdigit(wint_t);
wint_t h_towupper(wint_t), h_towlower(wint_t);

enum { N = 16 };

static void text(wchar_t *s, int max) {
	int n = rnd(max);
	for (int i = 0; i < n; i++)
		s[i] = L"abc\x1234"[rnd(4)];
	s[n] = 0;
}

int main(void) {
	for (int i = 0; i < 20000; i++) {
		wchar_t a[N], b[N], x[2 * N], y[2 * N];
		size_t n = rnd(N), k = rnd(N), m = rnd(N);
		wchar_t c = L"abc\0"[rnd(4)];
		text(a, N);
		text(b, rnd(3) ? 3 : N);
		for (int j = 0; j < 2 * N; j++)
			x[j] = y[j] = (wchar_t)rnd(9);
		h_wmemmove(x + k, x + m, n);
		wmemmove(y + k, y + m, n);
		h_wmemset(x + n, c, k);
		wmemset(y + n, c, k);
		CHECK(memcmp(x, y, sizeof x) == 0, "");
		CHECK(h_wcslen(a) == wcslen(a) && h_wcsnlen(a, n) == wcsnlen(a, n), "");
		CHECK(SIGN(h_wcscmp(a, b)) == SIGN(wcscmp(a, b)) && SIGN(h_wcsncmp(a, b, n)) == SIGN(wcsncmp(a, b, n)), "");
		CHECK(h_wcschr(a, c) == wcschr(a, c) && h_wcsrchr(a, c) == wcsrchr(a, c), "");
		CHECK(h_wcsstr(a, b) == wcsstr(a, b), "");
		CHECK(h_wmemchr(x, 3, n) == wmemchr(x, 3, n) && SIGN(h_wmemcmp(x, y + 1, n)) == SIGN(wmemcmp(x, y + 1, n)), "");
		h_wcsncpy(x, a, n);
		wcsncpy(y, a, n);
		CHECK(memcmp(x, y, sizeof x) == 0, "");
		h_wcscpy(x, a);
		wcscpy(y, a);
		h_wcsncat(x, b, k);
		wcsncat(y, b, k);
		CHECK(memcmp(x, y, sizeof x) == 0, "");
		h_wcscpy(x, a);
		wcscpy(y, a);
		h_wcscat(x, b);
		wcscat(y, b);
		CHECK(memcmp(x, y, sizeof x) == 0, "");
		wchar_t *d = h_wcsdup(a);
		CHECK(wcscmp(d, a) == 0, "");
		free(d);
	}
	for (wint_t c = 0; c < 300; c++)
		CHECK(!h_iswalpha(c) == !iswalpha(c) && !h_iswspace(c) == !iswspace(c) && !h_iswpunct(c) == !iswpunct(c) && !h_iswdigit(c) == !iswdigit(c) &&
			h_towupper(c) == towupper(c) && h_towlower(c) == towlower(c), "%u", c);
	return 0;
}
