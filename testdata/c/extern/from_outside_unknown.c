// check: --property assert --rounds 1 --unwind 1
// expect: UNKNOWN
// A function that comes from outside may do anything when it is called.
typedef void (*action)(int);
action lookup(const char *name);
int main(void) {
	action a = lookup("x");
	if (a)
		a(1);
	return 0;
}
