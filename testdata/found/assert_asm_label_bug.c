// check: --property assert
// expect: BUG assert
// Another name for assert, for the linker.
void my(int) __asm__("assert");
int main(void){ my(0); return 0; }