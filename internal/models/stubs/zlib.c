/* Streams of zlib. What a stream makes of its input is arbitrary; what programs rely on holds: a call takes no more than there is and makes no more than there
   is room for, and it stops for nothing but empty input, full output, the end of the stream or an error. */
#include <heddle_intrinsics.h>
#include <stdlib.h>

struct z_stream_s {
	const unsigned char *next_in;
	unsigned int avail_in;
	unsigned long total_in;
	unsigned char *next_out;
	unsigned int avail_out;
	unsigned long total_out;
	const char *msg;
	void *state;
	void *(*zalloc)(void *, unsigned int, unsigned int);
	void (*zfree)(void *, void *);
	void *opaque;
	int data_type;
	unsigned long adler, reserved;
};

enum { OK, STREAM_END, NEED_DICT, STREAM_ERROR = -2, DATA_ERROR = -3, MEM_ERROR = -4, BUF_ERROR = -5 };
enum { FINISH = 4, BLOCK, TREES };

static int begin(struct z_stream_s *s) {
	if (!s)
		return STREAM_ERROR;
	s->msg = 0;
	s->state = malloc(1);
	if (!s->state)
		return MEM_ERROR;
	s->total_in = s->total_out = 0;
	s->adler = __heddle_nondet_ulong();
	return OK;
}

static int again(struct z_stream_s *s) {
	if (!s || !s->state)
		return STREAM_ERROR;
	s->msg = 0;
	s->total_in = s->total_out = 0;
	s->adler = __heddle_nondet_ulong();
	return OK;
}

static int end(struct z_stream_s *s) {
	if (!s || !s->state)
		return STREAM_ERROR;
	free(s->state);
	s->state = 0;
	return OK;
}

/* Takes some of the input and makes some output; unless it may stop early, all of one of them. False if nothing moves. */
static int move(struct z_stream_s *s, int early) {
	unsigned int in = __heddle_nondet_uint(), out = __heddle_nondet_uint();
	if (in > s->avail_in)
		in = s->avail_in;
	if (out > s->avail_out || (!early && in < s->avail_in))
		out = s->avail_out;
	__heddle_touch(s->next_in, in);
	__heddle_fill_any(s->next_out, out);
	s->next_in += in;
	s->avail_in -= in;
	s->total_in += in;
	s->next_out += out;
	s->avail_out -= out;
	s->total_out += out;
	s->data_type = __heddle_nondet_int();
	s->adler = __heddle_nondet_ulong();
	return in || out;
}

int deflateInit_(struct z_stream_s *s, int level, const char *version, int size) {
	(void)level, (void)version, (void)size;
	return begin(s);
}

int deflateInit2_(struct z_stream_s *s, int level, int method, int bits, int memory, int strategy, const char *version, int size) {
	(void)level, (void)method, (void)bits, (void)memory, (void)strategy, (void)version, (void)size;
	return begin(s);
}

int deflateReset(struct z_stream_s *s) { return again(s); }

int deflateEnd(struct z_stream_s *s) {
	int result = end(s);
	return result == OK && __heddle_nondet_bool() ? DATA_ERROR : result; /* there was input or output left */
}

/* Once the output has room left, all input is taken; with FINISH the stream has then come to its end. */
int deflate(struct z_stream_s *s, int flush) {
	if (!s || !s->state || flush < 0 || flush > BLOCK)
		return STREAM_ERROR;
	int moved = move(s, 0);
	if (flush == FINISH && !s->avail_in && (s->avail_out || __heddle_nondet_bool()))
		return STREAM_END;
	return moved ? OK : BUF_ERROR;
}

int inflateInit_(struct z_stream_s *s, const char *version, int size) {
	(void)version, (void)size;
	return begin(s);
}

int inflateInit2_(struct z_stream_s *s, int bits, const char *version, int size) {
	(void)bits, (void)version, (void)size;
	return begin(s);
}

int inflateReset(struct z_stream_s *s) { return again(s); }

int inflateEnd(struct z_stream_s *s) { return end(s); }

int inflate(struct z_stream_s *s, int flush) {
	if (!s || !s->state)
		return STREAM_ERROR;
	int how = __heddle_nondet_int();
	if (how == STREAM_END || how == NEED_DICT || how == DATA_ERROR || how == MEM_ERROR) {
		move(s, 1);
		return how;
	}
	return move(s, flush == BLOCK || flush == TREES) ? OK : BUF_ERROR;
}
