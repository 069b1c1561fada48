/* <string.h> and <strings.h> against libc. */
#include "agree.h"

void *h_memcpy(void *, const void *, size_t), *h_mempcpy(void *, const void *, size_t), *h_memmove(void *, const void *, size_t);
void *h_memccpy(void *, const void *, int, size_t), *h_memset(void *, int, size_t);
int h_memcmp(const void *, const void *, size_t);
void *h_memchr(const void *, int, size_t), *h_memrchr(const void *, int, size_t), *h_rawmemchr(const void *, int);
void *h_memmem(const void *, size_t, const void *, size_t);
size_t h_strlen(const char *), h_strnlen(const char *, size_t);
char *h_strcpy(char *, const char *), *h_strncpy(char *, const char *, size_t), *h_stpcpy(char *, const char *);
char *h_stpncpy(char *, const char *, size_t), *h_strcat(char *, const char *), *h_strncat(char *, const char *, size_t);
size_t h_strlcpy(char *, const char *, size_t), h_strlcat(char *, const char *, size_t), h_strxfrm(char *, const char *, size_t);
int h_strcmp(const char *, const char *), h_strncmp(const char *, const char *, size_t), h_strcasecmp(const char *, const char *);
int h_strncasecmp(const char *, const char *, size_t), h_strcoll(const char *, const char *);
char *h_strchr(const char *, int), *h_strrchr(const char *, int), *h_strchrnul(const char *, int);
size_t h_strspn(const char *, const char *), h_strcspn(const char *, const char *);
char *h_strpbrk(const char *, const char *), *h_strstr(const char *, const char *), *h_strcasestr(const char *, const char *);
char *h_strtok(char *, const char *), *h_strtok_r(char *, const char *, char **), *h_strsep(char **, const char *);
char *h_strdup(const char *), *h_strndup(const char *, size_t), *h_index(const char *, int), *h_rindex(const char *, int);
int h_ffs(int), h_ffsl(long), h_ffsll(long long), h_bcmp(const void *, const void *, size_t);
void h_bcopy(const void *, void *, size_t), h_bzero(void *, size_t), h_explicit_bzero(void *, size_t);

enum { N = 24 };

/* Few different letters, so that matches are frequent; bytes above 127 too. */
static void text(char *s, int max) {
	static const char letters[] = "aabBcC.\xe9\xff";
	int n = rnd(max);
	for (int i = 0; i < n; i++)
		s[i] = letters[rnd(9)];
	s[n] = 0;
}

static char x[2 * N], y[2 * N];

static void both(char *s) {
	for (int i = 0; i < 2 * N; i++)
		x[i] = y[i] = (char)rnd(256);
	if (s)
		strcpy(x, s), strcpy(y, s);
}

#define SAME_BUFFERS CHECK(memcmp(x, y, sizeof x) == 0, "buffers differ")
#define AT(p, base) ((p) ? (char *)(p) - (char *)(base) : -1)

static void once(void) {
	char a[N], b[N], c = "ab.C\xe9\0"[rnd(6)];
	size_t n = rnd(N), k = rnd(N), m = rnd(N);
	text(a, N);
	text(b, rnd(3) ? 3 : N);

	both(0);
	CHECK(h_memcpy(x, a, n) == x, "");
	memcpy(y, a, n);
	SAME_BUFFERS;
	CHECK((char *)h_mempcpy(x + 1, b, n) == x + 1 + n, "");
	mempcpy(y + 1, b, n);
	SAME_BUFFERS;
	CHECK(h_memmove(x + k, x + m, n) == x + k, "");
	memmove(y + k, y + m, n);
	SAME_BUFFERS;
	h_bcopy(x + m, x + k, n);
	bcopy(y + m, y + k, n);
	SAME_BUFFERS;
	CHECK(AT(h_memccpy(x, a, c, n), x) == AT(memccpy(y, a, c, n), y), "");
	SAME_BUFFERS;
	h_memset(x + k, c, n);
	memset(y + k, c, n);
	SAME_BUFFERS;
	h_bzero(x + m, n);
	bzero(y + m, n);
	h_explicit_bzero(x, n / 4);
	explicit_bzero(y, n / 4);
	SAME_BUFFERS;

	CHECK(SIGN(h_memcmp(a, b, k)) == SIGN(memcmp(a, b, k)) || k > N, "%zu", k);
	CHECK(!h_bcmp(a, b, k) == !bcmp(a, b, k), "");
	CHECK(h_memchr(a, c, n) == memchr(a, c, n), "");
	CHECK(h_memrchr(a, c, n) == memrchr(a, c, n), "");
	CHECK(h_rawmemchr(a, 0) == rawmemchr(a, 0), "");
	CHECK(h_memmem(a, strlen(a), b, strlen(b)) == memmem(a, strlen(a), b, strlen(b)), "%s %s", a, b);
	CHECK(h_strlen(a) == strlen(a), "");
	CHECK(h_strnlen(a, n) == strnlen(a, n), "");
	CHECK(SIGN(h_strcmp(a, b)) == SIGN(strcmp(a, b)), "%s %s", a, b);
	CHECK(SIGN(h_strncmp(a, b, k)) == SIGN(strncmp(a, b, k)), "%s %s", a, b);
	CHECK(SIGN(h_strcasecmp(a, b)) == SIGN(strcasecmp(a, b)), "%s %s", a, b);
	CHECK(SIGN(h_strncasecmp(a, b, k)) == SIGN(strncasecmp(a, b, k)), "%s %s", a, b);
	CHECK(SIGN(h_strcoll(a, b)) == SIGN(strcoll(a, b)), "%s %s", a, b);
	CHECK(h_strchr(a, c) == strchr(a, c), "");
	CHECK(h_strrchr(a, c) == strrchr(a, c), "");
	CHECK(h_index(a, c) == index(a, c), "");
	CHECK(h_rindex(a, c) == rindex(a, c), "");
	CHECK(h_strchrnul(a, c) == strchrnul(a, c), "");
	CHECK(h_strspn(a, b) == strspn(a, b), "");
	CHECK(h_strcspn(a, b) == strcspn(a, b), "");
	CHECK(h_strpbrk(a, b) == strpbrk(a, b), "");
	CHECK(h_strstr(a, b) == strstr(a, b), "%s %s", a, b);
	CHECK(h_strcasestr(a, b) == strcasestr(a, b), "%s %s", a, b);

	both(0);
	h_strcpy(x, a);
	strcpy(y, a);
	SAME_BUFFERS;
	CHECK(h_stpcpy(x, b) - x == stpcpy(y, b) - y, "");
	SAME_BUFFERS;
	h_strncpy(x, a, n);
	strncpy(y, a, n);
	SAME_BUFFERS;
	CHECK(h_stpncpy(x, b, n) - x == stpncpy(y, b, n) - y, "");
	SAME_BUFFERS;
	both(a);
	h_strcat(x, b);
	strcat(y, b);
	SAME_BUFFERS;
	both(b);
	h_strncat(x, a, n);
	strncat(y, a, n);
	SAME_BUFFERS;
	both(a);
	CHECK(h_strxfrm(x, b, n) == strxfrm(y, b, n), "");
	CHECK(n <= strlen(b) || strcmp(x, y) == 0, "%s %s", x, y);

	/* Not in every libc: by their definition. */
	both(0);
	CHECK(h_strlcpy(x, a, k) == strlen(a), "");
	CHECK(k == 0 || (strlen(x) == (strlen(a) < k ? strlen(a) : k - 1) && strncmp(x, a, k - 1) == 0), "%s %s", x, a);
	both(a);
	strcpy(y, a);
	strcat(y, b);
	CHECK(h_strlcat(x, b, k) == (strlen(a) < k ? strlen(a) : k) + strlen(b), "");
	CHECK(k <= strlen(a) || (strlen(x) == (strlen(y) < k ? strlen(y) : k - 1) && strncmp(x, y, strlen(x)) == 0), "%s", x);

	char *p = h_strdup(a), *q = h_strndup(a, n);
	CHECK(strcmp(p, a) == 0 && strlen(q) == strnlen(a, n) && strncmp(q, a, strlen(q)) == 0, "");
	free(p);
	free(q);

	both(a);
	char *s = x, *t = y, *sx, *sy;
	do {
		p = h_strtok_r(s, b, &sx);
		q = strtok_r(t, b, &sy);
		CHECK(AT(p, x) == AT(q, y), "%s %s", a, b);
		SAME_BUFFERS;
		s = t = 0;
	} while (p);
	both(a);
	s = x, t = y;
	do {
		p = h_strtok(s, b);
		q = strtok(t, b);
		CHECK(AT(p, x) == AT(q, y), "%s %s", a, b);
		s = t = 0;
	} while (p);
	both(a);
	s = x, t = y;
	while (t) {
		p = h_strsep(&s, b);
		q = strsep(&t, b);
		CHECK(AT(p, x) == AT(q, y) && AT(s, x) == AT(t, y), "%s %s", a, b);
		SAME_BUFFERS;
	}
	CHECK(!s, "");

	long long bits = (long long)(rnd64() << rnd(64));
	CHECK(h_ffs((int)bits) == ffs((int)bits), "");
	CHECK(h_ffsl((long)bits) == ffsl((long)bits), "");
	CHECK(h_ffsll(bits) == ffsll(bits) && h_ffsll(0) == 0, "");
}

int main(void) {
	for (int i = 0; i < 20000; i++)
		once();
	return 0;
}
