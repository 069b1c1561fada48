/* What happens at every start of a thread: nothing. Programs that fork count threads: create_fork.c. */

void __heddle_on_create(void) {
}

int __heddle_created(void) {
	return 1;
}
