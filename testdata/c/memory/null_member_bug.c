// check: --property memory
// expect: BUG null-deref
// A member of a struct behind a null pointer.
struct big { int pad[100]; int x; };

struct big *find(int key) { return 0; }

int main(void)
{
	return find(1)->x; // null-deref!
}
