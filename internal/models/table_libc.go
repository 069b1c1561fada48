package models

// The C standard library and its usual extensions.

const (
	memory  = "memory"
	text    = "strings"
	process = "process"
	chars   = "characters"
	numbers = "numbers"
	sorting = "sorting"
	zlib    = "zlib"
	cLines  = "C functions without a body"

	posixLines = "POSIX functions without a body"
)

var changing = []Override{{"setenv.c", "getenv_changed.c"}}

var withAtexit = []Override{{"atexit.c", "exit_handlers.c"}}

var libcSections = []section{
	{memory, KindStub, "alloc.c", []entry{
		{"malloc", "a new object with arbitrary content; fails only with --may-fail", nil},
		{"calloc", "a new object of zeros; null if the size overflows", nil},
		{"realloc", "always moves: copies, then frees the old object", nil},
		{"reallocarray", "as realloc; null if the size overflows", nil},
		{"free", "a plain write of the whole object; null does nothing", nil},
		{"cfree", "as free", nil},
		{"aligned_alloc", "as malloc; alignment above 16 is unsupported", nil},
		{"memalign", "as aligned_alloc", nil},
		{"posix_memalign", "as aligned_alloc, the address written plainly", nil},
		{"malloc_usable_size", "the size asked for", nil},
	}},
	{memory, KindUnsupported, "", []entry{
		{"valloc", "page alignment is not modelled", nil},
		{"sbrk", "not modelled", nil},
	}},
	{memory, KindStub, "map.c", join(
		each("a new object at the start of a page, zero if anonymous; fails as malloc does, of a file as files do; at a fixed address: unsupported", "mmap"),
		each("frees the mapping if it is the whole of one", "munmap"),
		each("moves, if it may", "mremap"),
		each("an arbitrary descriptor, or -1", "shm_open"),
		each("0, or -1", "shm_unlink"),
	)},
	{memory, KindStub, "string.c", []entry{
		{"memcpy", "byte by byte, plain", nil},
		{"mempcpy", "byte by byte, plain", nil},
		{"memmove", "byte by byte, plain, overlap allowed", nil},
		{"memccpy", "byte by byte, plain", nil},
		{"memset", "byte by byte, plain", nil},
		{"explicit_bzero", "as memset", nil},
		{"memcmp", "byte by byte up to the first difference", nil},
		{"memchr", "byte by byte up to the first match", nil},
		{"memrchr", "byte by byte from the end", nil},
		{"rawmemchr", "byte by byte up to the first match", nil},
		{"memmem", "byte by byte", nil},
		{"bcmp", "as memcmp", nil},
		{"bcopy", "as memmove", nil},
		{"bzero", "as memset", nil},
	}},
	{text, KindStub, "string.c", []entry{
		{"strlen", "byte by byte", nil},
		{"strnlen", "byte by byte", nil},
		{"strcpy", "byte by byte", nil},
		{"strncpy", "byte by byte, the rest zeros", nil},
		{"stpcpy", "byte by byte", nil},
		{"stpncpy", "byte by byte, the rest zeros", nil},
		{"strcat", "byte by byte", nil},
		{"strncat", "byte by byte", nil},
		{"strlcpy", "byte by byte", nil},
		{"strlcat", "byte by byte", nil},
		{"strcmp", "the difference of the first two bytes that differ", nil},
		{"strncmp", "the difference of the first two bytes that differ", nil},
		{"strcasecmp", "C locale", nil},
		{"strncasecmp", "C locale", nil},
		{"strcoll", "C locale", nil},
		{"strxfrm", "C locale", nil},
		{"strchr", "byte by byte", nil},
		{"strrchr", "byte by byte", nil},
		{"strchrnul", "byte by byte", nil},
		{"strspn", "byte by byte", nil},
		{"strcspn", "byte by byte", nil},
		{"strpbrk", "byte by byte", nil},
		{"strstr", "byte by byte", nil},
		{"strcasestr", "C locale", nil},
		{"strtok", "its position is a plain shared variable: calls in two threads race, as they do", nil},
		{"strtok_r", "byte by byte", nil},
		{"strsep", "byte by byte", nil},
		{"strdup", "malloc and copy", nil},
		{"strndup", "malloc and copy", nil},
		{"index", "as strchr", nil},
		{"rindex", "as strrchr", nil},
		{"ffs", "exact", nil},
		{"ffsl", "exact", nil},
		{"ffsll", "exact", nil},
		{"strerror", "a fixed text, or one that every call writes", nil},
		{"strerror_r", "a fixed text", nil},
		{"__xpg_strerror_r", "as strerror_r", nil},
		{"strsignal", "a fixed text, or one that every call writes", nil},
	}},
	{chars, KindStub, "ctype.c", []entry{
		{"isalnum", "C locale", nil},
		{"isalpha", "C locale", nil},
		{"isblank", "C locale", nil},
		{"iscntrl", "C locale", nil},
		{"isdigit", "C locale", nil},
		{"isgraph", "C locale", nil},
		{"islower", "C locale", nil},
		{"isprint", "C locale", nil},
		{"ispunct", "C locale", nil},
		{"isspace", "C locale", nil},
		{"isupper", "C locale", nil},
		{"isxdigit", "C locale", nil},
		{"isascii", "exact", nil},
		{"toascii", "exact", nil},
		{"tolower", "C locale", nil},
		{"toupper", "C locale", nil},
		{"__ctype_b_loc", "behind the macros of glibc", nil},
		{"__ctype_tolower_loc", "behind the macros of glibc", nil},
		{"__ctype_toupper_loc", "behind the macros of glibc", nil},
	}},
	{process, KindStub, "exit.c", []entry{
		{"exit", "ends the process, all threads, after the handlers of atexit", withAtexit},
		{"quick_exit", "ends the process, all threads, after the handlers of at_quick_exit", withAtexit},
	}},
	{process, KindStub, "process.c", []entry{
		{"_Exit", "ends the process, all threads", nil},
		{"_exit", "ends the process, all threads", nil},
		{"abort", "ends the process; not an error", nil},
	}},
	{process, KindStub, "atexit.c", []entry{
		{"atexit", "the handler runs at exit and when main returns; at most 32", nil},
		{"at_quick_exit", "the handler runs at quick_exit; at most 32", nil},
		{"on_exit", "the handler runs at exit and when main returns; at most 32", nil},
		{"__heddle_atexit_run", "what exit and the return of main run", nil},
		{"__heddle_at_quick_exit_run", "what quick_exit runs", nil},
	}},
	{process, KindStub, "errno.c", []entry{
		{"__errno_location", "behind errno: one number per thread", nil},
	}},
	{forModels, KindStub, ErrnoUser, []entry{
		{ErrnoLeft, "sets errno", nil},
	}},
	{numbers, KindStub, "stdlib.c", join(
		each("exact", `abs labs llabs imaxabs div ldiv lldiv imaxdiv atoi atol atoll strtol strtoll strtoul strtoull strtoimax strtoumax
			__isoc23_strtol __isoc23_strtoll __isoc23_strtoul __isoc23_strtoull`),
		each("an arbitrary value; where the number ends is exact", "strtod strtof atof"),
		each("arbitrary in its range, whatever the seed", "rand rand_r random lrand48 mrand48 drand48"),
	)},
	{numbers, KindHavoc, "", join(
		each("no effect: random numbers are arbitrary", "srand srandom srand48"),
		each("arbitrary", "wctob btowc mbsinit"),
	)},
	{sorting, KindStub, "stdlib.c", []entry{
		{"qsort", "insertion sort; calls the comparison", nil},
		{"qsort_r", "insertion sort; calls the comparison", nil},
		{"bsearch", "binary search; calls the comparison", nil},
	}},
	{zlib, KindStub, "zlib.c", join(
		each("a stream begins or begins again; the object behind it may be missing", "deflateInit_ deflateInit2_ deflateReset inflateInit_ inflateInit2_ inflateReset"),
		each("takes input and makes arbitrary output until one of them is used up, or there is an end or an error", "deflate inflate"),
		each("the stream is over", "deflateEnd inflateEnd"),
	)},
	{process, KindIntrinsic, "", join(
		each("0, and what longjmp is given when that comes back to it; masks have no effect", "setjmp _setjmp sigsetjmp __sigsetjmp"),
		each("goes back to setjmp, in the same thread, if the function that called it has not returned", "longjmp _longjmp siglongjmp __longjmp_chk"),
	)},
	{process, KindStub, "getopt.c", each("any option that is listed, '?' or -1; chosen, not parsed: optind and optarg fit",
		"getopt getopt_long getopt_long_only")},
	{process, KindStub, "getenv.c", []entry{{"getenv", "null, or a new object with an arbitrary value of at most 15 bytes", changing}}},
	{process, KindStub, "stdlib.c", []entry{{"secure_getenv", "as getenv", nil}}},
	{process, KindStub, "setenv.c", each("no effect on later calls of getenv, whose results are arbitrary; may write over what an earlier one returned", "setenv unsetenv putenv clearenv")},
	{process, KindHavoc, "", join(
		each("arbitrary; the command has no effect on memory", "system"),
	)},
	{process, KindUnsupported, "", join(
		each("non-local jumps are not modelled", `__pthread_unwind_next`),
		each("not modelled", "getloadavg"),
	)},
	{chars, KindStub, "wide.c", join(
		each("exact", `wcslen wcsnlen wcscpy wcsncpy wcscat wcsncat wcscmp wcsncmp wcschr wcsrchr wcsstr wcsdup
			wmemcpy wmemmove wmemset wmemcmp wmemchr wcpcpy wcpncpy wcsspn wcscspn wcspbrk wcstok wcswcs`),
		each("C locale", `wcscasecmp wcsncasecmp wcscoll wcsxfrm`),
		each("C locale", `iswalnum iswalpha iswblank iswcntrl iswdigit iswgraph iswlower iswprint iswpunct iswspace iswupper iswxdigit
			towlower towupper`),
	)},
	{chars, KindStub, "wide_io.c", []entry{
		{"wcsftime", "arbitrary text that fits", nil},
		{"wcswidth", "reads the text; an arbitrary width", nil},
	}},
	{chars, KindStub, "locale.c", []entry{
		{"setlocale", "the locale is C; others are refused; may write the text that it returned before, and what localeconv returned", nil},
		{"localeconv", "the conventions of the C locale, which every call may write", nil},
	}},
}
