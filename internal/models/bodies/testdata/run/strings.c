#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int descending(const void *a, const void *b) {
	return *(const int *)b - *(const int *)a;
}

struct pair {
	char tag;
	long value;
};

int main(void) {
	char buf[32], *end, *save;
	memset(buf, 'x', sizeof buf);
	strcpy(buf, "hello");
	strcat(buf, ", world");
	assert(strlen(buf) == 12 && strcmp(buf, "hello, world") == 0 && buf[13] == 'x');
	memmove(buf + 1, buf, 5);
	assert(memcmp(buf, "hhello", 6) == 0);
	memmove(buf, buf + 1, 5);
	assert(strncmp(buf, "helloo", 6) == 0 && strchr(buf, 'o') == buf + 4 && strrchr(buf, 'o') == buf + 8 && !strchr(buf, 'q'));
	assert(strstr(buf, "wor") == buf + 7);
	char list[] = "a,b;;c";
	assert(strcmp(strtok_r(list, ",;", &save), "a") == 0 && strcmp(strtok_r(0, ",;", &save), "b") == 0);
	assert(strcmp(strtok_r(0, ",;", &save), "c") == 0 && !strtok_r(0, ",;", &save));

	struct pair p = {'p', -5}, q;
	memcpy(&q, &p, sizeof p);
	assert(q.tag == 'p' && q.value == -5);

	int *a = malloc(3 * sizeof *a), *z = calloc(4, sizeof *z);
	assert(a && z && z[3] == 0);
	a[0] = 1, a[1] = 3, a[2] = 2;
	a = realloc(a, 5 * sizeof *a);
	a[3] = 9, a[4] = 0;
	qsort(a, 5, sizeof *a, descending);
	assert(a[0] == 9 && a[1] == 3 && a[2] == 2 && a[3] == 1 && a[4] == 0);
	int key = 2;
	assert(bsearch(&key, a, 5, sizeof *a, descending) == a + 2);
	free(a);
	free(z);
	free(NULL);
	char *copy = strdup("dup");
	assert(strcmp(copy, "dup") == 0);
	free(copy);

	assert(strtol("  -0x1fz", &end, 0) == -31 && *end == 'z');
	errno = 0;
	assert(strtol("99999999999999999999", NULL, 10) == LONG_MAX && errno == ERANGE);
	assert(atoi("42") == 42 && strtoul("777", NULL, 8) == 511 && labs(-3L) == 3 && div(7, 2).rem == 1);
	assert(snprintf(buf, sizeof buf, "%d|%5s|%-3c|%#x|%lld", -7, "ab", 'z', 255, LLONG_MIN) == 38);
	assert(strcmp(buf, "-7|   ab|z  |0xff|-922337203685") == 0);
	assert(sprintf(buf, "%zu%%", sizeof buf) == 3 && strcmp(buf, "32%") == 0);
	assert(isalpha('q') && !isdigit('q') && toupper('q') == 'Q' && isspace('\n') && ispunct('!'));
	return 0;
}
