/* Command line options. They are chosen, not parsed: a call gives any option of those that the program lists, '?' or -1, as if the arguments had been
   written so. What a program can rely on holds: optind goes from 1 to at most argc and moves on, at most five times after staying
   where it is (options that share an argument); optarg is the rest of an argument, the next one, or null where the option takes none; an argument
   that an option needs is there, or the result is '?'. Parsing would look at every byte of every argument. That options may stand behind other arguments changes
   the order of argv only, which is arbitrary. */
#include <getopt.h>
#include <heddle_intrinsics.h>

char *optarg;
int optind = 1, opterr = 1, optopt;

static int stays; /* how many options came from the argument that optind is at */

static int next(int result) {
	stays = 0;
	optind++;
	return result;
}

static int unknown(char *const argv[]) {
	const char *e = argv[optind];
	optopt = e[0] && e[1] ? e[1] : '?';
	return next('?');
}

/* The option c has an argument of its own: in the same element of argv, or in the next one. */
static int with_argument(int argc, char *const argv[], const char *options, int c, int result) {
	char *e = argv[optind];
	if (__heddle_nondet_bool() && e[0] && e[1] && e[2]) {
		optarg = e + 2;
		return next(result);
	}
	if (optind + 1 < argc) {
		optarg = argv[optind + 1];
		optind++;
		return next(result);
	}
	optopt = c;
	if (*options == '+' || *options == '-')
		options++;
	return next(*options == ':' ? ':' : '?');
}

static int with_optional(char *const argv[], int result) {
	char *e = argv[optind];
	if (__heddle_nondet_bool() && e[0] && e[1] && e[2])
		optarg = e + 2;
	return next(result);
}

static int finished(int argc) {
	optarg = 0;
	if (optind < 1) {
		optind = 1;
		stays = 0;
	}
	return optind >= argc || __heddle_nondet_bool();
}

static int end(int argc) {
	/* Behind "--", which may stand here. */
	if (optind < argc && __heddle_nondet_bool())
		next(0);
	return -1;
}

static int short_option(int argc, char *const argv[], const char *options) {
	for (const char *p = options; *p; p++) {
		int c = *p;
		if (c == ':' || (p == options && (c == '+' || c == '-')) || !__heddle_nondet_bool())
			continue;
		if (p[1] == ':')
			return p[2] == ':' ? with_optional(argv, c) : with_argument(argc, argv, options, c, c);
		if (stays < 5 && __heddle_nondet_bool()) {
			stays++;
			return c;
		}
		return next(c);
	}
	return unknown(argv);
}

int getopt(int argc, char *const argv[], const char *options) {
	if (finished(argc))
		return end(argc);
	return short_option(argc, argv, options);
}

int getopt_long(int argc, char *const argv[], const char *options, const struct option *longs, int *index) {
	if (finished(argc))
		return end(argc);
	for (const struct option *o = longs; o && o->name; o++) {
		if (!__heddle_nondet_bool())
			continue;
		int result = o->val;
		if (index)
			*index = (int)(o - longs);
		if (o->flag) {
			*o->flag = o->val;
			result = 0;
		}
		if (o->has_arg == required_argument)
			return with_argument(argc, argv, options, o->val, result);
		if (o->has_arg == optional_argument)
			return with_optional(argv, result);
		return next(result);
	}
	return short_option(argc, argv, options);
}

int getopt_long_only(int argc, char *const argv[], const char *options, const struct option *longs, int *index) {
	return getopt_long(argc, argv, options, longs, index);
}
