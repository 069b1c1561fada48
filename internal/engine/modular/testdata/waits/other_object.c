// The thread is given another object than the one that counts it.
#include <heddle.h>
#include <heddle_intrinsics.h>
#include <stdatomic.h>

struct file {
	atomic_long running;
	int position;
};
int data;

void call(struct file *f)
{
	data = 2;
	f->running--;
}

void file(struct file *g)
{
	struct file *f = __heddle_alloc(sizeof *f, 1);
	f->running++;
	heddle_async(call, heddle_nondet_bool() ? f : g);
	while (f->running)
		;
	data = 1;
}

int main(void)
{
	struct file *g = __heddle_alloc(sizeof *g, 1);
	heddle_async(file, g);
	return 0;
}
