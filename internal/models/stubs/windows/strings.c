/* Strings of the Windows kernel. What they hold is not followed: texts are arbitrary, buffers are the driver's. */
#include <ntstrsafe.h>
#include <heddle_intrinsics.h>

static USHORT length(const void *s) { return s ? __heddle_nondet_ushort() & 0xfe : 0; }

void RtlInitUnicodeString(PUNICODE_STRING d, PCWSTR s)
{
	d->Length = length(s);
	d->MaximumLength = s ? d->Length + 2 : 0;
	d->Buffer = (PWSTR)s;
}

void RtlInitString(PSTRING d, PCSZ s)
{
	d->Length = length(s);
	d->MaximumLength = s ? d->Length + 1 : 0;
	d->Buffer = (PCHAR)s;
}

void RtlInitAnsiString(PANSI_STRING d, PCSZ s) { RtlInitString(d, s); }

/* write fills a part of a string with anything. */
static NTSTATUS write(PVOID buffer, USHORT room, PUSHORT n)
{
	USHORT is = __heddle_nondet_ushort() & 0xfffe;

	if (is > room)
		is = room;
	if (is)
		__heddle_fill_any(buffer, is);
	*n = is;
	return __heddle_nondet_bool() ? STATUS_BUFFER_TOO_SMALL : STATUS_SUCCESS;
}

void RtlCopyUnicodeString(PUNICODE_STRING d, PCUNICODE_STRING s)
{
	USHORT n = s ? s->Length : 0;

	if (n > d->MaximumLength)
		n = d->MaximumLength;
	if (n)
		memmove(d->Buffer, s->Buffer, n);
	d->Length = n;
}

NTSTATUS RtlAppendUnicodeToString(PUNICODE_STRING d, PCWSTR s) { (void)s; return write(d->Buffer, d->MaximumLength, &d->Length); }
NTSTATUS RtlAppendUnicodeStringToString(PUNICODE_STRING d, PCUNICODE_STRING s) { (void)s->Length; return write(d->Buffer, d->MaximumLength, &d->Length); }
NTSTATUS RtlIntegerToUnicodeString(ULONG value, ULONG base, PUNICODE_STRING d) { (void)value; (void)base; return write(d->Buffer, d->MaximumLength, &d->Length); }

static NTSTATUS made(PVOID *buffer, PUSHORT n, PUSHORT room, BOOLEAN allocate)
{
	if (!allocate)
		return write(*buffer, *room, n);
	if (__heddle_nondet_bool())
		return STATUS_NO_MEMORY;
	*buffer = __heddle_alloc(256, 0);
	*room = 256;
	*n = __heddle_nondet_ushort() & 0xfe;
	return STATUS_SUCCESS;
}

NTSTATUS RtlAnsiStringToUnicodeString(PUNICODE_STRING d, PCANSI_STRING s, BOOLEAN allocate)
{
	PVOID b = d->Buffer;
	NTSTATUS status = made(&b, &d->Length, &d->MaximumLength, allocate);

	(void)s->Length;
	if (allocate && NT_SUCCESS(status))
		d->Buffer = b;
	return status;
}

NTSTATUS RtlUnicodeStringToAnsiString(PANSI_STRING d, PCUNICODE_STRING s, BOOLEAN allocate)
{
	PVOID b = d->Buffer;
	NTSTATUS status = made(&b, &d->Length, &d->MaximumLength, allocate);

	(void)s->Length;
	if (allocate && NT_SUCCESS(status))
		d->Buffer = b;
	return status;
}

ULONG RtlAnsiStringToUnicodeSize(PANSI_STRING s) { return (s->Length + 1) * sizeof(WCHAR); }

void RtlFreeUnicodeString(PUNICODE_STRING s)
{
	if (s->Buffer)
		__heddle_free(s->Buffer);
	s->Buffer = NULL;
	s->Length = s->MaximumLength = 0;
}

void RtlFreeAnsiString(PANSI_STRING s)
{
	if (s->Buffer)
		__heddle_free(s->Buffer);
	s->Buffer = NULL;
	s->Length = s->MaximumLength = 0;
}

BOOLEAN RtlEqualUnicodeString(PCUNICODE_STRING a, PCUNICODE_STRING b, BOOLEAN fold)
{
	(void)fold;
	return a->Length == b->Length && __heddle_nondet_bool();
}

LONG RtlCompareUnicodeString(PCUNICODE_STRING a, PCUNICODE_STRING b, BOOLEAN fold)
{
	(void)fold;
	(void)a->Length;
	(void)b->Length;
	return __heddle_nondet_int();
}

NTSTATUS RtlUnicodeStringToInteger(PCUNICODE_STRING s, ULONG base, PULONG value)
{
	(void)s->Length;
	(void)base;
	*value = __heddle_nondet_uint();
	return __heddle_nondet_bool() ? STATUS_INVALID_PARAMETER : STATUS_SUCCESS;
}

NTSTATUS RtlStringFromGUID(const GUID *g, PUNICODE_STRING d)
{
	PVOID b;
	NTSTATUS status = made(&b, &d->Length, &d->MaximumLength, TRUE);

	(void)g->Data1;
	if (NT_SUCCESS(status))
		d->Buffer = b;
	return status;
}

NTSTATUS RtlGUIDFromString(PCUNICODE_STRING s, GUID *g)
{
	(void)s->Length;
	__heddle_fill_any(g, sizeof(*g));
	return __heddle_nondet_bool() ? STATUS_INVALID_PARAMETER : STATUS_SUCCESS;
}

static NTSTATUS text(void *d, size_t bytes)
{
	if (!bytes)
		return STATUS_INVALID_PARAMETER;
	__heddle_fill_any(d, bytes);
	return __heddle_nondet_bool() ? STATUS_BUFFER_OVERFLOW : STATUS_SUCCESS;
}

NTSTATUS RtlStringCchCopyA(char *d, size_t n, const char *s) { (void)*s; return text(d, n); }
NTSTATUS RtlStringCbCopyA(char *d, size_t n, const char *s) { (void)*s; return text(d, n); }
NTSTATUS RtlStringCchCatA(char *d, size_t n, const char *s) { (void)*s; return text(d, n); }
NTSTATUS RtlStringCbCatA(char *d, size_t n, const char *s) { (void)*s; return text(d, n); }
NTSTATUS RtlStringCchPrintfA(char *d, size_t n, const char *format, ...) { (void)format; return text(d, n); }
NTSTATUS RtlStringCbPrintfA(char *d, size_t n, const char *format, ...) { (void)format; return text(d, n); }
NTSTATUS RtlStringCbVPrintfA(char *d, size_t n, const char *format, va_list args) { (void)format; (void)args; return text(d, n); }
NTSTATUS RtlStringCchCopyW(WCHAR *d, size_t n, const WCHAR *s) { (void)*s; return text(d, n * sizeof(WCHAR)); }
NTSTATUS RtlStringCbCopyW(WCHAR *d, size_t n, const WCHAR *s) { (void)*s; return text(d, n); }
NTSTATUS RtlStringCchCatW(WCHAR *d, size_t n, const WCHAR *s) { (void)*s; return text(d, n * sizeof(WCHAR)); }
NTSTATUS RtlStringCbCatW(WCHAR *d, size_t n, const WCHAR *s) { (void)*s; return text(d, n); }
NTSTATUS RtlStringCchPrintfW(WCHAR *d, size_t n, const WCHAR *format, ...) { (void)format; return text(d, n * sizeof(WCHAR)); }
NTSTATUS RtlStringCbPrintfW(WCHAR *d, size_t n, const WCHAR *format, ...) { (void)format; return text(d, n); }

static NTSTATUS measure(const void *s, size_t most, size_t *n)
{
	size_t is = __heddle_nondet_size();

	(void)s;
	*n = is < most ? is : 0;
	return __heddle_nondet_bool() ? STATUS_INVALID_PARAMETER : STATUS_SUCCESS;
}

NTSTATUS RtlStringCchLengthA(const char *s, size_t most, size_t *n) { return measure(s, most, n); }
NTSTATUS RtlStringCchLengthW(const WCHAR *s, size_t most, size_t *n) { return measure(s, most, n); }
NTSTATUS RtlStringCbLengthW(const WCHAR *s, size_t most, size_t *n) { return measure(s, most, n); }
NTSTATUS RtlUnicodeStringPrintf(PUNICODE_STRING d, const WCHAR *format, ...) { (void)format; return write(d->Buffer, d->MaximumLength, &d->Length); }
NTSTATUS RtlUnicodeStringCopy(PUNICODE_STRING d, PCUNICODE_STRING s) { RtlCopyUnicodeString(d, s); return __heddle_nondet_bool() ? STATUS_BUFFER_OVERFLOW : STATUS_SUCCESS; }
NTSTATUS RtlUnicodeStringCopyString(PUNICODE_STRING d, const WCHAR *s) { (void)s; return write(d->Buffer, d->MaximumLength, &d->Length); }
NTSTATUS RtlUnicodeStringCat(PUNICODE_STRING d, PCUNICODE_STRING s) { (void)s->Length; return write(d->Buffer, d->MaximumLength, &d->Length); }
