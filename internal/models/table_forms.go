package models

// Written by go test ./internal/models/bodies -update, from the headers and the stubs. Package cfront says what the letters mean.

const forms = `
C getlogin
CC ctermid getenv getpass gets gettext mkdtemp secure_getenv setstate strdup textdomain tmpnam
CCC bind_textdomain_codeset bindtextdomain dgettext realpath stpcpy strcasestr strcat strcpy strpbrk strstr strtok tempnam
CCCCi dngettext
CCCP strtok_r
CCCS strptime
CCCi dcgettext ngettext stpncpy strncat strncpy
CCi getcwd index rindex strchr strchrnul strndup strrchr
CCiS fgets fgets_unlocked
CI ctime
CIC ctime_r
CPC strsep
CS asctime
CSC asctime_r
Ci gai_strerror hstrerror l64a ptsname strerror strsignal ttyname
CiC setlocale
CiCi initstate
CiS strerror_l
CiVCi inet_ntop
Cs inet_ntoa
FiF bsd_signal signal sigset ssignal sysv_signal
IC wctrans
ICS wctrans_l
II seed48 wcsdup
III wcpcpy wcscat wcscpy wcspbrk wcsstr wcswcs
IIIP wcstok
IIIi wcpncpy wcsncat wcsncpy wmemcpy wmemmove
IIi wcschr wcsrchr
IIiS fgetws
IIii wmemchr wmemset
S getgrent gethostent getnetent getprotoent getpwent getservent localeconv tmpfile tmpfile64
SC getdate getgrnam gethostbyname getnetbyname getprotobyname getpwnam opendir
SCC fopen fopen64 getservbyname popen
SCCS freopen freopen64
SCi gethostbyname2
SI gmtime localtime
SIS gmtime_r localtime_r
SPI open_memstream open_wmemstream
SS duplocale readdir readdir64 uselocale
SViC fmemopen
SVii gethostbyaddr
Si fdopendir getgrgid getprotobynumber getpwuid
SiC fdopen getservbyport
SiCS newlocale
Sii getnetbyaddr
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
dI erand48
dIP wcstod
dd acos acosh asin asinh atan atanh cbrt ceil cos cosh erf erfc exp exp2 expm1 fabs floor j0 j1 lgamma log log10 log1p log2 logb
dd nearbyint rint round sin sinh sqrt tan tanh tgamma trunc y0 y1
ddD modf
ddI frexp
ddd atan2 copysign fdim fmax fmin fmod hypot nextafter pow remainder
dddI remquo
dddd fma
ddi ldexp scalbln scalbn
ddl nexttoward
did jn yn
dii difftime
dl cabs carg cimag creal
fC nanf
fCP strtof
fIP wcstof
ff acosf acoshf asinf asinhf atanf atanhf cbrtf ceilf cosf coshf erfcf erff exp2f expf expm1f fabsf floorf lgammaf log10f log1pf
ff log2f logbf logf nearbyintf rintf roundf sinf sinhf sqrtf tanf tanhf tgammaf truncf
ffD modff
ffI frexpf
fff atan2f copysignf fdimf fmaxf fminf fmodf hypotf nextafterf powf remainderf
fffI remquof
ffff fmaf
ffi ldexpf scalblnf scalbnf
ffl nexttowardf
fl cabsf cargf cimagf crealf
i clearenv clock fegetround fork getchar getchar_unlocked getegid geteuid getgid gethostid getpagesize getpgrp getpid getppid
i gettid getuid getwchar inotify_init lrand48 mrand48 munlockall pause rand random sched_getcpu sched_yield setpgrp setsid vfork
iC a64l atoi atol atoll chdir inet_addr inet_network mkstemp mkstemp64 putenv puts remove rmdir shm_unlink strlen system unlink
iC unsetenv wctype
iC. printf scanf
iCC link rename strcasecmp strcmp strcoll strcspn strspn symlink
iCC. execl execle execlp sprintf sscanf
iCCS strcasecmp_l strcoll_l
iCCSP getaddrinfo
iCCV vsprintf vsscanf
iCCi readlink setenv strlcat strlcpy strncasecmp strncmp strxfrm
iCCiS strncasecmp_l strxfrm_l
iCFi ftw ftw64
iCFii nftw nftw64
iCIi wcstombs
iCP execv execvp
iCPFF scandir scandir64
iCPP execve
iCPi strtoimax strtol strtoll strtoul strtoull strtoumax
iCPiS wcsrtombs
iCPiiS wcsnrtombs
iCS fputs fputs_unlocked inet_aton lstat lstat64 stat stat64 utimes wctype_l
iCSCiP getgrnam_r getpwnam_r
iCSCiPI gethostbyname_r
iCV vprintf vscanf
iCi access chmod creat creat64 gethostname getlogin_r initgroups mblen mkdir mkfifo pathconf strnlen truncate wctomb
iCi. open open64
iCiC symlinkat
iCiC. snprintf
iCiCS strftime
iCiCSS strftime_l
iCiCV vsnprintf
iCiS c16rtomb c32rtomb mbrlen wcrtomb
iCii chown lchown mknod shm_open
iDi getloadavg
iF at_quick_exit atexit
iFV on_exit
iI jrand48 nrand48 pipe rand_r time wait wcslen
iI. wprintf wscanf
iICi mbstowcs mbtowc
iICiS mbrtoc16 mbrtoc32 mbrtowc
iII wcscasecmp wcscmp wcscoll wcscspn wcsspn
iII. swscanf
iIIS wcscasecmp_l wcscoll_l
iIIV vswscanf
iIIi wcsncasecmp wcsncmp wcsxfrm wmemcmp
iIIiS wcsncasecmp_l wcsxfrm_l
iIPi wcstoimax wcstol wcstoll wcstoul wcstoull wcstoumax
iIPiS mbsrtowcs
iIPiiS mbsnrtowcs
iIS fputws
iIV vwprintf vwscanf
iIi fegetexceptflag fesetexceptflag pipe2 wcsnlen wcswidth
iIiI. swprintf
iIiIS wcsftime
iIiIV vswprintf
iIiS wait3
iPC. asprintf
iPCV vasprintf
iPIS getline
iPIiS getdelim
iPP alphasort alphasort64
iPPP getsubopt
iPii posix_memalign
iS closedir deflateEnd deflateReset dirfd fclose fegetenv feholdexcept feof feof_unlocked ferror ferror_unlocked fesetenv
iS feupdateenv fflush fflush_unlocked fgetc fgetc_unlocked fgetwc fileno fileno_unlocked ftell ftello ftello64 ftrylockfile getc
iS getc_unlocked getwc inflateEnd inflateReset mbsinit mktime pclose setjmp sigemptyset sigfillset sigpending sigsuspend telldir
iS timegm uname
iSC. fprintf fscanf
iSCV vfprintf vfscanf
iSCi inflateInit_
iSCii setvbuf
iSI sigwait
iSI. fwprintf fwscanf
iSIV vfwprintf vfwscanf
iSS fgetpos fgetpos64 fsetpos fsetpos64 nanosleep settimeofday sigaltstack sigwaitinfo
iSSP readdir64_r readdir_r
iSSS sigtimedwait
iSV gettimeofday
iSi deflate fwide inflate sigaddset sigdelset sigismember sigsetjmp timespec_get
iSiCi deflateInit_ inflateInit2_
iSiCiCii getnameinfo
iSiSS ppoll
iSii fseek fseeko fseeko64 poll
iSiiiiiCi deflateInit2_
iV malloc_usable_size timer_delete timer_getoverrun
iVS timer_gettime
iVVi bcmp memcmp
iVi getentropy mlock munlock munmap
iViSS timer_settime
iVii getrandom madvise mprotect msync posix_madvise
iViiS fread fread_unlocked fwrite fwrite_unlocked
iViiSCiPI gethostbyaddr_r
id ilogb llrint llround lrint lround
if ilogbf llrintf llroundf lrintf lroundf
ii abs alarm btowc close dup epoll_create epoll_create1 fchdir fdatasync feclearexcept feraiseexcept fesetround fetestexcept ffs
ii ffsl ffsll fsync getpgid getsid gnu_dev_major gnu_dev_minor grantpt htonl htons imaxabs inotify_init1 isalnum isalpha isascii
ii isatty isblank iscntrl isdigit isgraph islower isprint ispunct isspace isupper iswalnum iswalpha iswblank iswcntrl iswdigit
ii iswgraph iswlower iswprint iswpunct iswspace iswupper iswxdigit isxdigit labs llabs mlockall nice ntohl ntohs posix_openpt
ii putchar putchar_unlocked putwchar raise sched_get_priority_max sched_get_priority_min sched_getscheduler setegid seteuid setgid
ii setlogmask setuid sighold sigignore sigpause sigrelse sleep sockatmark sysconf tcgetpgrp toascii tolower toupper towlower
ii towupper umask unlockpt usleep wctob wcwidth
ii. syscall
iiC. dprintf
iiCCi readlinkat
iiCSi fstatat fstatat64 utimensat
iiCV inet_pton vdprintf
iiCi confstr mkdirat mkfifoat strerror_r ttyname_r unlinkat
iiCi. openat openat64
iiCiC renameat
iiCiCi linkat
iiCii faccessat fchmodat mknodat
iiCiii fchownat
iiI clock_getcpuclockid eventfd_read getgroups setgroups towctrans
iiIS towctrans_l
iiIi waitpid
iiIiS wait4
iiPC getopt
iiPCSI getopt_long getopt_long_only
iiPP fexecve
iiS clock_getres clock_gettime clock_settime fputc fputc_unlocked fputwc fstat fstat64 futimens getitimer getrlimit getrlimit64
iiS getrusage isalnum_l isalpha_l isblank_l iscntrl_l isdigit_l isgraph_l islower_l isprint_l ispunct_l isspace_l isupper_l
iiS iswalnum_l iswalpha_l iswblank_l iswcntrl_l iswdigit_l iswgraph_l iswlower_l iswprint_l iswpunct_l iswspace_l iswupper_l
iiS iswxdigit_l isxdigit_l putc putc_unlocked putwc sched_getparam sched_rr_get_interval sched_setparam setrlimit tolower_l
iiS toupper_l towlower_l towupper_l ungetc ungetwc
iiSCiP getgrgid_r getpwuid_r
iiSI accept getpeername getsockname
iiSIi accept4
iiSP timer_create
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
iii daemon dup2 eventfd eventfd_write fchmod fpathconf ftruncate ftruncate64 getpriority gnu_dev_makedev iswctype kill killpg
iii listen pthread_kill setpgid setregid setreuid shutdown siginterrupt tcsetpgrp timerfd_create
iii. fcntl fcntl64
iiiS iswctype_l sched_getaffinity sched_setaffinity sched_setscheduler
iiiSS clock_nanosleep
iiiSi waitid
iiii dup3 fchown lockf lockf64 lseek lseek64 posix_fallocate posix_fallocate64 setpriority socket
iiiiI socketpair
iiiiS epoll_ctl
iiiiVI getsockopt
iiiiVi setsockopt
iiiii posix_fadvise posix_fadvise64
iiiu sigqueue
il ilogbl llrintl llroundl lrintl lroundl
is inet_lnaof inet_netof
lC nanl
lCP strtold
lIP wcstold
ll acoshl acosl asinhl asinl atanhl atanl cabsl cacos cacosf cacosh cacoshf cacoshl cacosl cargl casin casinf casinh casinhf
ll casinhl casinl catan catanf catanh catanhf catanhl catanl cbrtl ccos ccosf ccosh ccoshf ccoshl ccosl ceill cexp cexpf cexpl
ll cimagl clog clogf clogl conj conjf conjl coshl cosl cproj cprojf cprojl creall csin csinf csinh csinhf csinhl csinl csqrt csqrtf
ll csqrtl ctan ctanf ctanh ctanhf ctanhl ctanl erfcl erfl exp2l expl expm1l fabsl floorl lgammal log10l log1pl log2l logbl logl
ll nearbyintl rintl roundl sinhl sinl sqrtl tanhl tanl tgammal truncl
llD modfl
llI frexpl
lli ldexpl scalblnl scalbnl
lll atan2l copysignl cpow cpowf cpowl fdiml fmaxl fminl fmodl hypotl nextafterl nexttowardl powl remainderl
lllI remquol
llll fmal
sii div imaxdiv inet_makeaddr ldiv lldiv
v abort closelog endgrent endhostent endnetent endprotoent endpwent endservent setgrent setpwent sync tzset
vC herror perror
vC. warn warnx
vCii openlog
vI lcong48
vS clearerr clearerr_unlocked flockfile freeaddrinfo freelocale funlockfile rewind rewinddir setlinebuf
vSC psiginfo setbuf
vSi longjmp seekdir siglongjmp
vV cfree free
vVVi bcopy swab
vVi bzero explicit_bzero
vViiF qsort
vViiFV qsort_r
vi exit quick_exit sethostent setnetent setprotoent setservent srand srand48 srandom
viC psignal
viC. err errx syslog
viCV verr verrx
`
