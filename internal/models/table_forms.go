package models

// Written by go test ./internal/models/bodies -update, from the headers and the stubs. Package cfront says what the letters mean.

const forms = `
C getlogin
CC getenv getpass gets gettext mkdtemp secure_getenv strdup textdomain tmpnam
CCC bind_textdomain_codeset bindtextdomain dgettext realpath stpcpy strcasestr strcat strcpy strpbrk strstr strtok
CCCCi dngettext
CCCP strtok_r
CCCi dcgettext ngettext stpncpy strncat strncpy
CCi getcwd index rindex strchr strchrnul strndup strrchr
CCiS fgets fgets_unlocked
CI ctime
CIC ctime_r
CPC strsep
CS asctime
CSC asctime_r
Ci gai_strerror hstrerror strerror strsignal
CiC setlocale
CiVCi inet_ntop
Cs inet_ntoa
FiF bsd_signal signal ssignal sysv_signal
II wcsdup
III wcscat wcscpy wcsstr
IIIi wcsncat wcsncpy wmemcpy wmemmove
IIi wcschr wcsrchr
IIii wmemchr wmemset
S localeconv tmpfile tmpfile64
SC getgrnam gethostbyname getprotobyname getpwnam opendir
SCC fopen fopen64 getservbyname popen
SCCS freopen freopen64
SCi gethostbyname2
SI gmtime localtime
SIS gmtime_r localtime_r
SS readdir readdir64
SVii gethostbyaddr
Si fdopendir getgrgid getpwuid
SiC fdopen getservbyport
VVVi memcpy memmove mempcpy
VVVii memccpy
VVViiF bsearch
VVi rawmemchr realloc
VViVi memmem
VVii memchr memrchr memset reallocarray
VViii. mremap
VViiiii mmap mmap64
Vi malloc sbrk valloc
Vii aligned_alloc calloc memalign
d drand48
dC atof nan
dCP strtod
dIP wcstod
dd acos acosh asin asinh atan atanh cbrt ceil cos cosh erf erfc exp exp2 expm1 fabs floor lgamma log log10 log1p log2 logb
dd nearbyint rint round sin sinh sqrt tan tanh tgamma trunc
ddD modf
ddI frexp
ddd atan2 copysign fdim fmax fmin fmod hypot nextafter pow remainder
dddI remquo
dddd fma
ddi ldexp scalbln scalbn
ddl nexttoward
dii difftime
dl cabs carg cimag creal
fC nanf
fCP strtof
ff acosf acoshf asinf asinhf atanf atanhf cbrtf ceilf cosf coshf erfcf erff exp2f expf expm1f fabsf floorf lgammaf log10f log1pf
ff log2f logbf logf nearbyintf rintf roundf sinf sinhf sqrtf tanf tanhf tgammaf truncf
ffD modff
ffI frexpf
fff atan2f copysignf fdimf fmaxf fminf fmodf hypotf nextafterf powf remainderf
fffI remquof
ffff fmaf
ffi ldexpf scalblnf scalbnf
ffl nexttowardf
fl cabsf cimagf crealf
i clearenv clock fegetround fork getchar getchar_unlocked getegid geteuid getgid getpagesize getpgrp getpid getppid gettid getuid
i getwchar inotify_init lrand48 mrand48 munlockall pause rand random sched_getcpu sched_yield setsid vfork
iC atoi atol atoll chdir inet_addr mkstemp mkstemp64 putenv puts remove rmdir shm_unlink strlen system unlink unsetenv
iC. printf scanf
iCC link rename strcasecmp strcmp strcoll strcspn strspn symlink
iCC. execl execlp sprintf sscanf
iCCSP getaddrinfo
iCCV vsprintf vsscanf
iCCi readlink setenv strlcat strlcpy strncasecmp strncmp strxfrm
iCFi ftw ftw64
iCFii nftw nftw64
iCIi wcstombs
iCP execv execvp
iCPFF scandir scandir64
iCPP execve
iCPi strtoimax strtol strtoll strtoul strtoull strtoumax
iCS fputs fputs_unlocked inet_aton lstat lstat64 stat stat64 utimes
iCSCiP getpwnam_r
iCSCiPI gethostbyname_r
iCV vprintf vscanf
iCi access chmod creat creat64 gethostname getlogin_r initgroups mblen mkdir mkfifo strnlen truncate truncate64 wctomb
iCi. open open64
iCiC. snprintf
iCiCS strftime
iCiCV vsnprintf
iCiS c16rtomb c32rtomb wcrtomb
iCii chown shm_open
iDi getloadavg
iF at_quick_exit atexit
iFV on_exit
iI pipe rand_r time wait wcslen
iI. wprintf
iICi mbstowcs mbtowc
iICiS mbrtoc16 mbrtoc32 mbrtowc
iII wcscmp
iIIi wcsncmp wmemcmp
iIPi wcstoimax wcstol wcstoul wcstoumax
iIi fegetexceptflag fesetexceptflag pipe2 wcsnlen
iIiI. swprintf
iIiS wait3
iPC. asprintf
iPCV vasprintf
iPIS getline
iPIiS getdelim
iPP alphasort alphasort64
iPii posix_memalign
iS closedir deflateEnd deflateReset dirfd fclose fegetenv feholdexcept feof feof_unlocked ferror ferror_unlocked fesetenv
iS feupdateenv fflush fflush_unlocked fgetc fgetc_unlocked fgetwc fileno fileno_unlocked ftell ftello ftello64 ftrylockfile getc
iS getc_unlocked inflateEnd inflateReset mbsinit mktime pclose setjmp sigemptyset sigfillset sigpending sigsuspend telldir timegm
iS uname
iSC. fprintf fscanf
iSCV vfprintf vfscanf
iSCi inflateInit_
iSCii setvbuf
iSI sigwait
iSI. fwprintf
iSS fgetpos fgetpos64 fsetpos fsetpos64 nanosleep settimeofday sigaltstack sigwaitinfo
iSSP readdir64_r readdir_r
iSSS sigtimedwait
iSV gettimeofday
iSi deflate inflate sigaddset sigdelset sigismember sigsetjmp timespec_get
iSiCi deflateInit_ inflateInit2_
iSiCiCii getnameinfo
iSiSS ppoll
iSii fseek fseeko fseeko64 poll
iSiiiiiCi deflateInit2_
iV malloc_usable_size
iVVi bcmp memcmp
iVi getentropy mlock munlock munmap
iVii getrandom madvise mprotect msync
iViiS fread fread_unlocked fwrite fwrite_unlocked
iViiSCiPI gethostbyaddr_r
id ilogb llrint llround lrint lround
if ilogbf llrintf llroundf lrintf lroundf
ii abs alarm btowc close dup epoll_create epoll_create1 fdatasync feclearexcept feraiseexcept fesetround fetestexcept ffs ffsl
ii ffsll fsync gnu_dev_major gnu_dev_minor htonl htons imaxabs inotify_init1 isalnum isalpha isascii isatty isblank iscntrl isdigit
ii isgraph islower isprint ispunct isspace isupper iswalnum iswalpha iswblank iswcntrl iswdigit iswgraph iswlower iswprint iswpunct
ii iswspace iswupper iswxdigit isxdigit labs llabs mlockall nice ntohl ntohs putchar putchar_unlocked putwchar raise
ii sched_get_priority_max sched_get_priority_min sched_getscheduler setgid setuid sleep sysconf toascii tolower toupper towlower
ii towupper umask usleep wctob
ii. syscall
iiC. dprintf
iiCSi fstatat fstatat64
iiCV inet_pton vdprintf
iiCi strerror_r
iiCi. openat openat64
iiI eventfd_read setgroups
iiIi waitpid
iiIiS wait4
iiPC getopt
iiPCSI getopt_long getopt_long_only
iiS clock_getres clock_gettime clock_settime fputc fputc_unlocked fputwc fstat fstat64 getitimer getrlimit getrlimit64 getrusage
iiS putc putc_unlocked sched_getparam sched_setparam setrlimit setrlimit64 ungetc
iiSCiP getpwuid_r
iiSI accept getpeername getsockname
iiSIi accept4
iiSS pthread_sigmask setitimer sigaction sigprocmask
iiSSSS select
iiSSSSS pselect
iiSi bind connect readv recvmsg sendmsg writev
iiSii epoll_wait
iiSiiS epoll_pwait
iiVi read write
iiVii pread pread64 pwrite pwrite64 recv send
iiViiSI recvfrom
iiViiSi sendto
iii daemon dup2 eventfd eventfd_write fchmod ftruncate ftruncate64 getpriority gnu_dev_makedev kill listen pthread_kill shutdown
iii timerfd_create
iii. fcntl fcntl64
iiiS sched_getaffinity sched_setaffinity sched_setscheduler
iiiSS clock_nanosleep
iiii dup3 lockf lockf64 lseek lseek64 setpriority socket
iiiiI socketpair
iiiiS epoll_ctl
iiiiVI getsockopt
iiiiVi setsockopt
il ilogbl llrintl llroundl lrintl lroundl
lC nanl
lCP strtold
ll acoshl acosl asinhl asinl atanhl atanl cbrtl ceill cexp conj coshl cosl csqrt erfcl erfl exp2l expl expm1l fabsl floorl lgammal
ll log10l log1pl log2l logbl logl nearbyintl rintl roundl sinhl sinl sqrtl tanhl tanl tgammal truncl
llD modfl
llI frexpl
lli ldexpl scalblnl scalbnl
lll atan2l copysignl fdiml fmaxl fminl fmodl hypotl nextafterl nexttowardl powl remainderl
lllI remquol
llll fmal
sii div imaxdiv ldiv lldiv
v abort closelog sync tzset
vC herror perror
vC. warn warnx
vCii openlog
vS clearerr clearerr_unlocked flockfile freeaddrinfo funlockfile rewind rewinddir setlinebuf
vSC setbuf
vSi longjmp seekdir siglongjmp
vV cfree free
vVVi bcopy
vVi bzero explicit_bzero
vViiF qsort
vViiFV qsort_r
vi exit quick_exit srand srand48 srandom
viC. err errx syslog
viCV verr verrx
`
