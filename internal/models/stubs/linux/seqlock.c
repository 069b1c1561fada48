/* Sequence counters of the Linux kernel, which are the first member of whatever has one. Readers look at the counter beside the writers, who write it plainly: two of them
   at once are a race. Everything between the beginning and the end of a section is marked, as the kernel's own race detector has it. */
#include <heddle_intrinsics.h>

static unsigned int look(const unsigned int *s) { return (unsigned int)__heddle_data_race(*s); }

/* Readers wait as long as the counter is odd. */
static unsigned int begin(const unsigned int *s) {
	__heddle_atomic_begin();
	unsigned int n = look(s);
	__heddle_assume(!(n & 1));
	__heddle_atomic_end();
	__heddle_marked_begin();
	return n;
}

#define BEGIN(name) unsigned int name(const unsigned int *s) { return begin(s); }
BEGIN(read_seqbegin) BEGIN(__seqprop_sequence) BEGIN(__seqprop_raw_spinlock_sequence) BEGIN(__seqprop_spinlock_sequence) BEGIN(__seqprop_rwlock_sequence)
BEGIN(__seqprop_mutex_sequence) BEGIN(__seqcount_sequence)

static int changed(const unsigned int *s, unsigned int start) {
	__heddle_marked_end();
	return look(s) != start;
}

unsigned int read_seqretry(const unsigned int *s, unsigned int start) { return changed(s, start); }
int do___read_seqcount_retry(const unsigned int *s, unsigned int start) { return changed(s, start); }
int do_read_seqcount_retry(const unsigned int *s, unsigned int start) { return changed(s, start); }

void do_raw_write_seqcount_begin(unsigned int *s) {
	++*s;
	__heddle_marked_begin();
}

void do_raw_write_seqcount_end(unsigned int *s) {
	__heddle_marked_end();
	++*s;
}
