/* Programs that fork remember whether a second thread was ever started. */

static _Atomic int created;

void __heddle_on_create(void) {
	created = 1;
}

int __heddle_created(void) {
	return created;
}
