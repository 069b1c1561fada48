// check: --property assert,memory
// expect: BUG assert
// A call of deflate stops for nothing but empty input and full output.
#include <assert.h>

typedef struct z_stream_s {
	const unsigned char *next_in;
	unsigned avail_in;
	unsigned long total_in;
	unsigned char *next_out;
	unsigned avail_out;
	unsigned long total_out;
	const char *msg;
	struct internal_state *state;
	void *(*zalloc)(void *, unsigned, unsigned);
	void (*zfree)(void *, void *);
	void *opaque;
	int data_type;
	unsigned long adler, reserved;
} z_stream;

int deflateInit_(z_stream *s, int level, const char *version, int size);
int deflate(z_stream *s, int flush);
int deflateEnd(z_stream *s);

int main(void)
{
	unsigned char in[4] = { 1, 2, 3, 4 }, out[6];
	z_stream s = { 0 };

	if (deflateInit_(&s, 6, "1", sizeof s))
		return 1;
	s.next_in = in, s.avail_in = sizeof in;
	s.next_out = out, s.avail_out = sizeof out;
	int done = deflate(&s, 4);
	assert(s.next_out - out == s.total_out && s.total_out <= sizeof out);
	assert(done == 1); // fail!
	deflateEnd(&s);
	return 0;
}
