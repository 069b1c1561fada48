// check: --property memory --rounds 1 --unwind 1
// expect: BOUNDED
// expect[explore]: UNKNOWN the result of an undefined function
struct s {
	int x;
	struct s *next;
};
struct s *get(void);
struct s *sure(void) __attribute__((returns_nonnull));
int main(void) {
	struct s *p = get(), *q = sure();
	if (p && p->next)
		p->next->x = 1;
	return q->x;
}
