// check: --property memory --rounds 2 --unwind 2
// expect: POSSIBLE null-deref
// The friendly function fills the uninitialised pointer with a valid object; a hostile one leaves or poisons it.
struct db { int n; };
int db_open(const char *name, struct db **out);
int main(void) {
	struct db *d;
	db_open("x", &d);
	d->n++;
	return 0;
}
