// Control flow: switch, goto, loops, short circuits, statement expressions.
#define CHECK(c) do { if (!(c)) return __LINE__; } while (0)

static int sw(int x) {
	int r = 0;
	switch (x) {
	case 1:
		r += 1;
	case 2:
		r += 2;
		break;
	case -5 ... 0:
		r = 50;
		break;
	case 'a':
		return 97;
	default:
		r = 9;
	case 100:
		r++;
	}
	return r;
}

static int swu(unsigned char c) {
	switch (c) {
	case 255: return 1;
	case 0x80 ... 0x8f: return 2;
	}
	return 3;
}

static int duff(int n) {
	int out = 0, k = (n + 3) / 4;
	switch (n % 4) {
	case 0: do { out++;
	case 3: out++;
	case 2: out++;
	case 1: out++;
		} while (--k > 0);
	}
	return out;
}

static int jumps(int n) {
	int i = 0, s = 0;
again:
	if (i >= n)
		goto out;
	s += i++;
	goto again;
out:
	return s;
}

static int into(int k) {
	int s = 0;
	if (k)
		goto in;
	{
		int a;
		a = 5;
		s = a;
	in:
		a = 3;
		int *p = &a;
		s += *p;
	}
	return s;
}

static int computed(int n) {
	static void *tab[] = { &&zero, &&one, &&two };
	void *p = n > 2 ? &&other : tab[n];
	goto *p;
zero:
	return 10;
one:
	return 11;
two:
	return 12;
other:
	return 13;
}

static int calls;
static int count(int r) { calls++; return r; }

static int logic(void) {
	calls = 0;
	CHECK((count(0) && count(1)) == 0 && calls == 1);
	calls = 0;
	CHECK((count(2) || count(1)) == 1 && calls == 1);
	calls = 0;
	CHECK((count(0) || count(5)) == 1 && calls == 2);
	int x = (count(1), count(7));
	CHECK(x == 7);
	CHECK((count(0) ? : 4) == 4);
	CHECK((count(3) ? : 4) == 3);
	CHECK(!(count(1) && !count(1)) == 1);
	int y = ({ int t = x; t *= 2; t + 1; });
	CHECK(y == 15);
	CHECK((x > 5 ? 1 : 2) == 1);
	CHECK((x > 50 ? 1.5 : 2) == 2.0);
	CHECK(sizeof(1 ? 1 : 2LL) == 8);
	char c = x > 3 ? 'y' : 'n';
	CHECK(c == 'y');
	void *vp = &x;
	int *ip = x ? vp : 0;
	CHECK(*ip == 7);
	return 0;
}

static int loops(void) {
	int s = 0;
	for (int i = 0; i < 10; i++) {
		if (i == 2)
			continue;
		if (i == 6)
			break;
		s += i;
	}
	CHECK(s == 0 + 1 + 3 + 4 + 5);
	int n = 3;
	do {
		s++;
		if (n == 2)
			continue;
	} while (--n);
	CHECK(s == 16);
	while (1) {
		int j;
		for (j = 0;; j++)
			if (j > 4)
				goto done;
	}
done:
	for (int i = 0, *p = &i; *p < 3; (*p)++)
		s += i;
	CHECK(s == 19);
	int *keep[2];
	for (int i = 0; i < 2; i++) {
		int v = i;
		keep[i] = &v;
		CHECK(*keep[i] == i);
	}
	return 0;
}

static int cleaned;
static void clean(int *p) { cleaned += *p; }
static int early(int k) {
	int a __attribute__((cleanup(clean))) = 1;
	if (k == 1)
		return cleaned;
	{
		__attribute__((cleanup(clean))) int b = 10;
		if (k == 2)
			goto out;
	}
	for (int i = 0; i < 3; i++) {
		int c __attribute__((__cleanup__(clean))) = 100;
		if (i == 1)
			continue;
		if (i == 2)
			break;
	}
out:
	return cleaned;
}

static int cleanup(void) {
	cleaned = 0;
	CHECK(early(1) == 0 && cleaned == 1);
	cleaned = 0;
	CHECK(early(2) == 10 && cleaned == 11);
	cleaned = 0;
	CHECK(early(0) == 310 && cleaned == 311);
	return 0;
}

int main(void) {
	int r;
	CHECK(sw(1) == 3 && sw(2) == 2 && sw(-5) == 50 && sw(0) == 50 && sw('a') == 97 && sw(100) == 1 && sw(7) == 10 && sw(-6) == 10);
	CHECK(swu(255) == 1 && swu(0x85) == 2 && swu(0) == 3);
	CHECK(duff(7) == 7 && duff(8) == 8 && duff(1) == 1);
	CHECK(jumps(5) == 10);
	CHECK(into(0) == 8 && into(1) == 3);
	CHECK(computed(0) == 10 && computed(1) == 11 && computed(2) == 12 && computed(9) == 13);
	if ((r = logic()) || (r = loops()) || (r = cleanup()))
		return r;
	return 0;
}
