/* ---- places: the line table that gcc -gdwarf-4 leaves in the program */

struct row { uintptr_t pc; int file, line; }; /* line 0: the end of a sequence; file: index in files, -1 for another */
static struct row *rows;
static int n_rows, max_rows;

static unsigned long leb(const unsigned char **p)
{
	unsigned long v = 0;
	int shift = 0;
	do
		v |= (unsigned long)(**p & 127) << shift, shift += 7;
	while (*(*p)++ & 128);
	return v;
}

static long sleb(const unsigned char **p)
{
	long v = 0;
	int shift = 0;
	unsigned char b;
	do
		b = *(*p)++, v |= (long)(b & 127) << shift, shift += 7;
	while (b & 128);
	return b & 64 && shift < (int)sizeof v * 8 ? v | -(1L << shift) : v;
}

/* Functions of the library may be pinned: the scheduler calls none of them. */
static int same(const char *a, const char *b)
{
	while (*a && *a == *b)
		a++, b++;
	return *a == *b;
}

static const char *base_name(const char *s)
{
	const char *slash = strrchr(s, '/');
	return slash ? slash + 1 : s;
}

static int file_named(const char *s)
{
	for (int i = 0; files[i]; i++)
		if (same(base_name(s), files[i]))
			return i;
	return -1;
}

static void add_row(uintptr_t pc, int file, int line)
{
	if (n_rows == max_rows) {
		struct row *more = mmap(0, (size_t)(max_rows * 2 + 4096) * sizeof *rows, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
		if (more == MAP_FAILED)
			return;
		for (int i = 0; i < n_rows; i++)
			more[i] = rows[i];
		rows = more;
		max_rows = max_rows * 2 + 4096;
	}
	rows[n_rows++] = (struct row){pc, file, line};
}

static void read_unit(const unsigned char *p, const unsigned char *end)
{
	const unsigned char *program = p + 4 + *(const unsigned *)p;
	int min_length = p[4], base = (signed char)p[7], range = p[8], opcodes = p[9];
	const unsigned char *lengths = p + 10;
	static int known[4096];
	int n_files = 1;
	p = lengths + opcodes - 1;
	while (*p)
		p += strlen((const char *)p) + 1;
	for (p++; *p && n_files < 4096; leb(&p), leb(&p), leb(&p)) {
		known[n_files++] = file_named((const char *)p);
		p += strlen((const char *)p) + 1;
	}
	uintptr_t pc = 0;
	unsigned long file = 1;
	int line = 1;
	for (p = program; p < end;) {
		int op = *p++;
		int emits = op >= opcodes;
		if (op >= opcodes) {
			pc += (uintptr_t)((op - opcodes) / range * min_length);
			line += base + (op - opcodes) % range;
		} else if (op == 0) {
			unsigned long size = leb(&p);
			const unsigned char *next = p + size;
			if (*p == 1) {
				add_row(pc, -1, 0);
				pc = 0, file = 1, line = 1;
			} else if (*p == 2)
				memcpy(&pc, p + 1, sizeof pc);
			p = next;
		} else if (op == 1)
			emits = 1;
		else if (op == 2)
			pc += leb(&p) * (unsigned)min_length;
		else if (op == 3)
			line += (int)sleb(&p);
		else if (op == 4)
			file = leb(&p);
		else if (op == 8)
			pc += (uintptr_t)((255 - opcodes) / range * min_length);
		else if (op == 9)
			pc += *(const unsigned short *)p, p += 2;
		else
			for (int n = lengths[op - 1]; n > 0; n--)
				leb(&p);
		if (emits)
			add_row(pc, file < (unsigned long)n_files ? known[file] : -1, line);
	}
}

static signed char done[N_STEPS + 1], absent[N_STEPS + 1]; /* the compiler made no such operation */

/* atomic functions: what the user defines by a name that makes it an atomic section, and failures that he defines himself */
struct range { uintptr_t from, to; int what; }; /* f: fails, s: a section, b: begins one, e: ends one */
static struct range named[256];
static int n_named;

/* sites looks for the calls of hooks in the program. What the trace has and the compiler did not make is not waited for: variables that
   heddle has in memory and gcc does not instrument, for one. */
struct target { uintptr_t at; int what; const char *name; };
static const struct target *targets(int *n);

static int place(uintptr_t pc, int *file, int *line);
static int fits(const struct step *s, int what, const char *name, int file, int line);

static void sites(const unsigned char *code, uintptr_t at, unsigned long size)
{
	int n;
	const struct target *all = targets(&n);
	for (unsigned long i = 0; i + 5 <= size; i++) {
		int offset;
		if (code[i] != 0xe8 && code[i] != 0xe9)
			continue;
		memcpy(&offset, code + i + 1, 4);
		uintptr_t to = at + i + 5 + (uintptr_t)(intptr_t)offset;
		for (int k = 0; k < n; k++) {
			int file, line;
			if (all[k].at != to || !place(at + i, &file, &line))
				continue;
			for (int s = 0; s < N_STEPS; s++)
				if (fits(&steps[s], all[k].what, all[k].name, file, line) || (steps[s].what == 'K' && fits(&steps[s], 'K', all[k].name, file, line)))
					absent[s] = 0;
		}
	}
}

static void read_program(void)
{
	int fd = (int)sys(SYS_openat, AT_FDCWD, (long)"/proc/self/exe", O_RDONLY, 0);
	long size = sys(SYS_lseek, fd, 0, SEEK_END, 0);
	const unsigned char *image = fd < 0 ? MAP_FAILED : mmap(0, (size_t)size, PROT_READ, MAP_PRIVATE, fd, 0);
	if (image == MAP_FAILED)
		stop("not confirmed", "the program cannot be read");
	const ElfW(Ehdr) *head = (const void *)image;
	const ElfW(Shdr) *sections = (const void *)(image + head->e_shoff);
	const char *names = (const char *)image + sections[head->e_shstrndx].sh_offset;
	for (int i = 0; i < head->e_shnum; i++) {
		const ElfW(Shdr) *s = &sections[i];
		const unsigned char *p = image + s->sh_offset, *end = p + s->sh_size;
		if (same(names + s->sh_name, ".debug_line"))
			while (p + 10 < end) {
				const unsigned char *next = p + 4 + *(const unsigned *)p;
				if (*(const unsigned short *)(p + 4) == 4)
					read_unit(p + 6, next);
				p = next;
			}
		if (s->sh_type == SHT_SYMTAB) {
			const char *strings = (const char *)image + sections[s->sh_link].sh_offset;
			for (const ElfW(Sym) *y = (const void *)p; (const unsigned char *)y < end; y++) {
				const char *name = strings + y->st_name;
				int what = same(name, "reach_error") || same(name, "__VERIFIER_error") ? 'f' : same(name, "__VERIFIER_atomic_begin") ? 'b' : same(name, "__VERIFIER_atomic_end") ? 'e' : !strncmp(name, "__VERIFIER_atomic", 17) ? 's' : 0;
				if ((y->st_info & 15) == STT_FUNC && y->st_size && n_named < 256 && what)
					named[n_named++] = (struct range){y->st_value, y->st_value + y->st_size, what};
			}
		}
	}
	for (int gap = n_rows / 2; gap > 0; gap /= 2) /* equal ones keep no order: the end of a sequence goes first, by its line */
		for (int i = gap; i < n_rows; i++)
			for (int j = i - gap; j >= 0 && (rows[j].pc > rows[j + gap].pc || (rows[j].pc == rows[j + gap].pc && rows[j].line && !rows[j + gap].line)); j -= gap) {
				struct row x = rows[j];
				rows[j] = rows[j + gap], rows[j + gap] = x;
			}
	for (int i = 0; i < N_STEPS; i++)
		absent[i] = strchr("rwRWuckK", steps[i].what) != 0;
	for (int i = 0; i < head->e_shnum; i++)
		if (sections[i].sh_type == SHT_PROGBITS && sections[i].sh_flags & SHF_EXECINSTR)
			sites(image + sections[i].sh_offset, sections[i].sh_addr, sections[i].sh_size);
	for (int i = 0; i < N_STEPS; i++)
		if (absent[i] && steps[i].pending)
			absent[i] = 2; /* inside of a function of the library, then */
		else
			done[i] = absent[i];
}

/* place finds the line of an instruction, if it is one of the files of the trace. */
static int place(uintptr_t pc, int *file, int *line)
{
	int low = 0, high = n_rows;
	while (low < high) {
		int mid = (low + high) / 2;
		if (rows[mid].pc <= pc)
			low = mid + 1;
		else
			high = mid;
	}
	if (low == 0 || rows[low - 1].file < 0 || !rows[low - 1].line)
		return 0;
	*file = rows[low - 1].file;
	*line = rows[low - 1].line;
	return 1;
}

