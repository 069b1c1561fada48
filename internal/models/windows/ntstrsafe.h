/* ntstrsafe.h, as far as drivers need it. */
#ifndef HEDDLE_NTSTRSAFE_H
#define HEDDLE_NTSTRSAFE_H
#include <wdm.h>
#define NTSTRSAFE_MAX_CCH 2147483647
#define NTSTRSAFE_UNICODE_STRING_MAX_CCH 32767
typedef char *NTSTRSAFE_PSTR;
typedef const char *NTSTRSAFE_PCSTR;
typedef WCHAR *NTSTRSAFE_PWSTR;
typedef const WCHAR *NTSTRSAFE_PCWSTR;
NTSTATUS RtlStringCchCopyA(char *dest, size_t n, const char *src);
NTSTATUS RtlStringCbCopyA(char *dest, size_t n, const char *src);
NTSTATUS RtlStringCchCatA(char *dest, size_t n, const char *src);
NTSTATUS RtlStringCbCatA(char *dest, size_t n, const char *src);
NTSTATUS RtlStringCchPrintfA(char *dest, size_t n, const char *format, ...);
NTSTATUS RtlStringCbPrintfA(char *dest, size_t n, const char *format, ...);
NTSTATUS RtlStringCbVPrintfA(char *dest, size_t n, const char *format, va_list args);
NTSTATUS RtlStringCchLengthA(const char *s, size_t n, size_t *length);
NTSTATUS RtlStringCchCopyW(WCHAR *dest, size_t n, const WCHAR *src);
NTSTATUS RtlStringCbCopyW(WCHAR *dest, size_t n, const WCHAR *src);
NTSTATUS RtlStringCchCatW(WCHAR *dest, size_t n, const WCHAR *src);
NTSTATUS RtlStringCbCatW(WCHAR *dest, size_t n, const WCHAR *src);
NTSTATUS RtlStringCchPrintfW(WCHAR *dest, size_t n, const WCHAR *format, ...);
NTSTATUS RtlStringCbPrintfW(WCHAR *dest, size_t n, const WCHAR *format, ...);
NTSTATUS RtlStringCchLengthW(const WCHAR *s, size_t n, size_t *length);
NTSTATUS RtlStringCbLengthW(const WCHAR *s, size_t n, size_t *length);
NTSTATUS RtlUnicodeStringPrintf(PUNICODE_STRING dest, const WCHAR *format, ...);
NTSTATUS RtlUnicodeStringCopy(PUNICODE_STRING dest, PCUNICODE_STRING src);
NTSTATUS RtlUnicodeStringCopyString(PUNICODE_STRING dest, const WCHAR *src);
NTSTATUS RtlUnicodeStringCat(PUNICODE_STRING dest, PCUNICODE_STRING src);
#endif
