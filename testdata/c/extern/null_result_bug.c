// check: --property memory --rounds 1 --unwind 1
// expect: POSSIBLE null-deref
// A pointer from an undefined function may be null, and is nothing else that is invalid.
struct s {
	int x;
};
struct s *get(void);
int main(void) {
	struct s *p = get();
	return p->x; // null-deref!
}
