package models

// Streams: output goes nowhere, input is arbitrary.

const streams = "streams"

// reads are the functions of kind Havoc whose real counterparts read the program's memory: texts for %s, names of files.
var reads = map[string]bool{
	"printk": true, "_printk": true, "__printk": true, "_dev_printk": true, "_dev_emerg": true, "_dev_alert": true, "_dev_crit": true, "_dev_err": true, "_dev_warn": true, "_dev_notice": true, "_dev_info": true,
	"dev_printk_emit": true, "dev_vprintk_emit": true, "vprintk": true, "seq_printf": true, "seq_vprintf": true, "snprintf": true, "sprintf": true, "scnprintf": true, "vsprintf": true, "vsnprintf": true, "vscnprintf": true, "sysfs_emit": true, "sysfs_emit_at": true,
	"netdev_printk": true, "netdev_emerg": true, "netdev_alert": true, "netdev_crit": true, "netdev_err": true, "netdev_warn": true, "netdev_notice": true, "netdev_info": true,
	"printf": true, "fprintf": true, "dprintf": true, "vprintf": true, "vfprintf": true, "vdprintf": true,
	"__printf_chk": true, "__fprintf_chk": true, "__vprintf_chk": true, "__vfprintf_chk": true,
	"wprintf": true, "fwprintf": true, "vwprintf": true, "vfwprintf": true, "warn": true, "warnx": true, "syslog": true, "vsyslog": true, "vwarn": true, "vwarnx": true, "__dprintf_chk": true, "__vdprintf_chk": true, "__syslog_chk": true, "__vsyslog_chk": true,
	"setenv": true, "unsetenv": true, "putenv": true, "system": true, "eaccess": true, "euidaccess": true, "inotify_add_watch": true, "chroot": true, "setgroups": true, "initgroups": true, "prctl": true,
	"setitimer": true,
	"fsetpos":   true, "mbsinit": true,
	"settimeofday": true, "sched_setparam": true, "sched_setscheduler": true, "sched_setaffinity": true,
	"pthread_setname_np": true, "pthread_setschedparam": true, "pthread_setaffinity_np": true, "pthread_attr_setaffinity_np": true,
	"fesetexceptflag": true, "fesetenv": true, "feupdateenv": true,
}

var stdioSections = []section{
	{streams, KindHavoc, "", join(
		each("arbitrary result; reads the strings of %s and writes the numbers of %n, where the format is a literal", "printf fprintf dprintf vprintf vfprintf vdprintf"),
		each("as printf", "__printf_chk __fprintf_chk __vprintf_chk __vfprintf_chk __dprintf_chk __vdprintf_chk __syslog_chk __vsyslog_chk vsyslog vwarn vwarnx wprintf fwprintf vwprintf vfwprintf warn warnx syslog"),
		each("no effect", "clearerr rewind setbuf setlinebuf openlog closelog"),
		each("arbitrary result, no effect",
			"fflush feof ferror fseek fseeko ftell ftello fsetpos setvbuf putwchar fputwc getwchar fgetwc putwc getwc ungetwc fwide"),
	)},
	{streams, KindStub, "stdio.c", join(
		each("null, or a new stream", "fopen fdopen tmpfile popen"),
		[]entry{
			{"puts", "reads the string; may fail", nil},
			{"fputs", "reads the string; may fail", nil},
			{"perror", "reads the string", nil},
			{"fwrite", "reads the memory; an arbitrary number of items is written", nil},
			{"fgets", "null, or an arbitrary text that fits", nil},
			{"fread", "an arbitrary number of arbitrary items", nil},
			{"getline", "-1, or an arbitrary line of at most 127 bytes in a new buffer", nil},
			{"getdelim", "as getline", nil},
			{"fgetpos", "an arbitrary position", nil},
			{"fileno", "an arbitrary descriptor, or -1", nil},
			{"tmpnam", "an arbitrary name", nil},
		},
		each("the character, or EOF", "putchar putc fputc ungetc _IO_putc"),
		each("an arbitrary character, or EOF", "getchar getc fgetc _IO_getc"),
	)},
	{streams, KindStub, "unlocked.c", join(
		each("as without \"_unlocked\", but writes the stream plainly", "getc_unlocked getchar_unlocked putc_unlocked putchar_unlocked fgetc_unlocked fputc_unlocked fgets_unlocked fputs_unlocked fread_unlocked fwrite_unlocked fflush_unlocked clearerr_unlocked"),
		each("as putc_unlocked, behind the macros of glibc", "__overflow"),
		each("as without \"_unlocked\", but reads the stream plainly", "feof_unlocked ferror_unlocked fileno_unlocked"),
	)},
	{streams, KindStub, "wide_io.c", []entry{
		{"fgetws", "null, or an arbitrary text that fits", nil},
		{"fputws", "reads the string; may fail", nil},
	}},
	{streams, KindStub, "closing.c", []entry{
		{"fclose", "frees the stream, unless it is a standard one, which may be closed once; may fail", nil},
		{"pclose", "frees the stream; an arbitrary status", nil},
		{"freopen", "the same stream, or null, and then the stream is freed", nil},
	}},
	{streams, KindStub, "format.c", each("exact, but for the digits of floating-point numbers, which are arbitrary",
		"sprintf snprintf vsprintf vsnprintf asprintf vasprintf")},
	{streams, KindStub, "scan.c", join(
		each("an arbitrary number of conversions succeeds, each stores an arbitrary value",
			"scanf fscanf sscanf vscanf vfscanf vsscanf"),
		each("what glibc's headers call them",
			"__isoc99_scanf __isoc99_fscanf __isoc99_sscanf __isoc23_scanf __isoc23_fscanf __isoc23_sscanf"),
	)},
	{streams, KindStub, "fortify.c", each("what headers of glibc call it with _FORTIFY_SOURCE",
		"__sprintf_chk __snprintf_chk __asprintf_chk __vsprintf_chk __vsnprintf_chk __vasprintf_chk __fgets_chk __fread_chk __fdelt_chk")},
	{streams, KindUnsupported, "", join(
		each("the lock of a stream is not modelled", "flockfile ftrylockfile funlockfile"),
		each("wide output into memory is not modelled", "swprintf vswprintf"),
		each("wide input is not modelled", "wscanf fwscanf swscanf vwscanf vfwscanf vswscanf"),
		each("cannot be used safely", "gets"),
	)},
}
