/* Types of Windows and of its kernel, as far as drivers use them. Layouts are those of no kernel: members that are never used together stand side by side
   instead of in unions, so that memory keeps one type. */
#ifndef HEDDLE_NTDEF_H
#define HEDDLE_NTDEF_H

#include <stddef.h>
#include <stdarg.h>
#include <string.h>

#define IN
#define OUT
#define OPTIONAL
#define NOTHING
#define CRITICAL
#define FAR
#define NEAR
#define CONST const
#define NTAPI
#define NTSYSAPI
#define NTKERNELAPI
#define NTHALAPI
#define NTSYSCALLAPI
#define DECLSPEC_IMPORT
#define DECLSPEC_ALIGN(x)
#define DECLSPEC_NORETURN
#define DECLSPEC_CACHEALIGN
#define FASTCALL
#define CALLBACK
#define WINAPI
#define APIENTRY
#define UNALIGNED
#define RESTRICTED_POINTER
#define POINTER_ALIGNMENT
#define FORCEINLINE static inline
#define CFORCEINLINE static inline
#define EXTERN_C extern
#define EXTERN_C_START
#define EXTERN_C_END
#define STATIC static
#define ALLOC_PRAGMA 1
#define ALLOC_DATA_PRAGMA 1
#define __drv_aliasesMem

#define VOID void
typedef void *PVOID, *LPVOID;
typedef void *PVOID64;
typedef const void *PCVOID, *LPCVOID;
typedef char CHAR, *PCHAR, *PSTR, *LPSTR;
typedef const char *PCSTR, *LPCSTR, *PCCH, *PCSZ;
typedef char *PSZ;
typedef signed char SCHAR, *PSCHAR, INT8, *PINT8;
typedef unsigned char UCHAR, *PUCHAR, BYTE, *PBYTE, UINT8, *PUINT8, *LPBYTE;
typedef const unsigned char *PCUCHAR;
typedef char CCHAR;
typedef short SHORT, *PSHORT, CSHORT, INT16, *PINT16;
typedef unsigned short USHORT, *PUSHORT, WORD, *PWORD, UINT16, *PUINT16;
typedef int INT, *PINT, INT32, *PINT32, BOOL, *PBOOL;
typedef unsigned int UINT, *PUINT, UINT32, *PUINT32, DWORD32;
typedef long LONG, *PLONG, LONG32, *LPLONG;
typedef unsigned long ULONG, *PULONG, DWORD, *PDWORD, ULONG32, *PULONG32, CLONG, LOGICAL, *PLOGICAL, *LPDWORD;
typedef long long LONGLONG, *PLONGLONG, LONG64, *PLONG64, INT64, *PINT64;
typedef unsigned long long ULONGLONG, *PULONGLONG, ULONG64, *PULONG64, UINT64, *PUINT64, DWORDLONG, DWORD64, *PDWORD64;
typedef __INTPTR_TYPE__ INT_PTR, *PINT_PTR, LONG_PTR, *PLONG_PTR, SSIZE_T, *PSSIZE_T;
typedef __UINTPTR_TYPE__ UINT_PTR, *PUINT_PTR, ULONG_PTR, *PULONG_PTR, SIZE_T, *PSIZE_T, DWORD_PTR, *PDWORD_PTR, KAFFINITY, *PKAFFINITY;
typedef UCHAR BOOLEAN, *PBOOLEAN;
typedef float FLOAT;
typedef double DOUBLE;
typedef __WCHAR_TYPE__ WCHAR, *PWCHAR, *PWCH, *PWSTR, *LPWSTR, *NWPSTR;
typedef const WCHAR *PCWSTR, *PCWCH, *LPCWSTR, *PCWCHAR;
typedef PWSTR PZZWSTR, PZPWSTR;
typedef PCWSTR PCZZWSTR;
typedef PVOID HANDLE, *PHANDLE;
typedef LONG NTSTATUS, *PNTSTATUS, HRESULT;
typedef ULONG ACCESS_MASK, *PACCESS_MASK, LCID, DEVICE_TYPE;
typedef USHORT LANGID;
typedef UCHAR KIRQL, *PKIRQL;
typedef LONG KPRIORITY;
typedef CCHAR KPROCESSOR_MODE;
typedef ULONG_PTR KSPIN_LOCK, *PKSPIN_LOCK;
typedef ULONGLONG TRACEHANDLE, *PTRACEHANDLE;
typedef ULONG_PTR ERESOURCE_THREAD;
typedef ULONG_PTR PFN_NUMBER, *PPFN_NUMBER;

#define DECLARE_HANDLE(name) struct name##__ { int unused; }; typedef struct name##__ *name

#ifndef NULL
#define NULL ((void *)0)
#endif
#define TRUE 1
#define FALSE 0
#define MAXUCHAR 0xff
#define MAXSHORT 0x7fff
#define MAXUSHORT 0xffff
#define MAXLONG 0x7fffffff
#define MINLONG 0x80000000
#define MAXULONG 0xffffffff
#define MAXULONG_PTR (~((ULONG_PTR)0))
#define MAXULONGLONG (~((ULONGLONG)0))
#define MAXLONGLONG 0x7fffffffffffffffLL
#define MAXDWORD 0xffffffff
#define UNICODE_NULL ((WCHAR)0)
#define ANSI_NULL ((CHAR)0)
#define MAX_PATH 260

#define UNREFERENCED_PARAMETER(p) ((void)(p))
#define DBG_UNREFERENCED_PARAMETER(p) ((void)(p))
#define DBG_UNREFERENCED_LOCAL_VARIABLE(v) ((void)(v))
#define DEFAULT_UNREACHABLE default: break
#define ARGUMENT_PRESENT(p) ((p) != NULL)
#define FIELD_OFFSET(type, field) ((LONG)offsetof(type, field))
#define UFIELD_OFFSET(type, field) ((ULONG)offsetof(type, field))
#define RTL_FIELD_SIZE(type, field) (sizeof(((type *)0)->field))
#define RTL_SIZEOF_THROUGH_FIELD(type, field) (offsetof(type, field) + RTL_FIELD_SIZE(type, field))
#define RTL_CONTAINS_FIELD(s, size, field) (((char *)&(s)->field + sizeof((s)->field)) <= ((char *)(s) + (size)))
#define RTL_NUMBER_OF(a) (sizeof(a) / sizeof((a)[0]))
#define ARRAYSIZE(a) RTL_NUMBER_OF(a)
#define _countof(a) RTL_NUMBER_OF(a)
#define CONTAINING_RECORD(address, type, field) ((type *)((char *)(address) - offsetof(type, field)))
#define C_ASSERT(e) _Static_assert(e, #e)
#define NT_SUCCESS(s) (((NTSTATUS)(s)) >= 0)
#define NT_INFORMATION(s) ((((ULONG)(s)) >> 30) == 1)
#define NT_WARNING(s) ((((ULONG)(s)) >> 30) == 2)
#define NT_ERROR(s) ((((ULONG)(s)) >> 30) == 3)
#define min(a, b) (((a) < (b)) ? (a) : (b))
#define max(a, b) (((a) > (b)) ? (a) : (b))
#define TEXT(s) L##s
#define LOBYTE(w) ((UCHAR)(w))
#define HIBYTE(w) ((UCHAR)((USHORT)(w) >> 8))
#define LOWORD(l) ((USHORT)(l))
#define HIWORD(l) ((USHORT)((ULONG)(l) >> 16))
#define MAKELANGID(p, s) ((((USHORT)(s)) << 10) | (USHORT)(p))
#define FlagOn(f, m) ((f) & (m))
#define BooleanFlagOn(f, m) ((BOOLEAN)(((f) & (m)) != 0))
#define SetFlag(f, m) ((f) |= (m))
#define ClearFlag(f, m) ((f) &= ~(m))
#define Int32x32To64(a, b) ((LONGLONG)(LONG)(a) * (LONGLONG)(LONG)(b))
#define UInt32x32To64(a, b) ((ULONGLONG)(ULONG)(a) * (ULONGLONG)(ULONG)(b))
#define ULongToPtr(x) ((PVOID)(ULONG_PTR)(ULONG)(x))
#define PtrToUlong(p) ((ULONG)(ULONG_PTR)(p))
#define PtrToUint(p) ((UINT)(ULONG_PTR)(p))
#define LongToPtr(x) ((PVOID)(LONG_PTR)(LONG)(x))
#define UlongToPtr(x) ULongToPtr(x)
#define UlongToHandle(x) ((HANDLE)ULongToPtr(x))
#define HandleToUlong(h) ((ULONG)(ULONG_PTR)(h))
#define HandleToULong(h) HandleToUlong(h)
#define PAGE_SIZE 0x1000
#define PAGE_SHIFT 12
#define BYTE_OFFSET(va) ((ULONG)((ULONG_PTR)(va) & (PAGE_SIZE - 1)))
#define PAGE_ALIGN(va) ((PVOID)((ULONG_PTR)(va) & ~(ULONG_PTR)(PAGE_SIZE - 1)))
#define ROUND_TO_PAGES(n) (((ULONG_PTR)(n) + PAGE_SIZE - 1) & ~(ULONG_PTR)(PAGE_SIZE - 1))
#define BYTES_TO_PAGES(n) ((ULONG)(((n) >> PAGE_SHIFT) + (((n) & (PAGE_SIZE - 1)) != 0)))
#define ADDRESS_AND_SIZE_TO_SPAN_PAGES(va, n) ((ULONG)((BYTE_OFFSET(va) + (n) + PAGE_SIZE - 1) >> PAGE_SHIFT))
#define ALIGN_DOWN_BY(n, a) ((ULONG_PTR)(n) & ~((ULONG_PTR)(a) - 1))
#define ALIGN_UP_BY(n, a) ALIGN_DOWN_BY((ULONG_PTR)(n) + (a) - 1, a)

typedef union _LARGE_INTEGER {
	struct { ULONG LowPart; LONG HighPart; };
	struct { ULONG LowPart; LONG HighPart; } u;
	LONGLONG QuadPart;
} LARGE_INTEGER, *PLARGE_INTEGER;
typedef union _ULARGE_INTEGER {
	struct { ULONG LowPart; ULONG HighPart; };
	struct { ULONG LowPart; ULONG HighPart; } u;
	ULONGLONG QuadPart;
} ULARGE_INTEGER, *PULARGE_INTEGER;
typedef LARGE_INTEGER PHYSICAL_ADDRESS, *PPHYSICAL_ADDRESS;
typedef struct _LUID { ULONG LowPart; LONG HighPart; } LUID, *PLUID;
typedef struct _GUID { ULONG Data1; USHORT Data2; USHORT Data3; UCHAR Data4[8]; } GUID, *LPGUID, *PGUID;
typedef const GUID *LPCGUID;
typedef GUID IID, CLSID;
#define REFGUID const GUID *
#define REFIID const GUID *
#define IsEqualGUID(a, b) (memcmp((a), (b), sizeof(GUID)) == 0)
#define InlineIsEqualGUID(a, b) IsEqualGUID(a, b)

typedef struct _UNICODE_STRING { USHORT Length; USHORT MaximumLength; PWSTR Buffer; } UNICODE_STRING, *PUNICODE_STRING;
typedef const UNICODE_STRING *PCUNICODE_STRING;
typedef struct _STRING { USHORT Length; USHORT MaximumLength; PCHAR Buffer; } STRING, *PSTRING, ANSI_STRING, *PANSI_STRING, OEM_STRING, *POEM_STRING;
typedef const STRING *PCANSI_STRING;
#define DECLARE_CONST_UNICODE_STRING(var, str) \
	const WCHAR var##_buffer[] = str; \
	const UNICODE_STRING var = { sizeof(str) - sizeof(WCHAR), sizeof(str), (PWCH)var##_buffer }
#define DECLARE_GLOBAL_CONST_UNICODE_STRING(var, str) const UNICODE_STRING var = { sizeof(str) - sizeof(WCHAR), sizeof(str), (PWSTR)(str) }
#define DECLARE_UNICODE_STRING_SIZE(var, size) \
	WCHAR var##_buffer[size]; \
	UNICODE_STRING var = { 0, (size) * sizeof(WCHAR), var##_buffer }
#define RTL_CONSTANT_STRING(s) { sizeof(s) - sizeof((s)[0]), sizeof(s), (void *)(s) }

typedef struct _LIST_ENTRY { struct _LIST_ENTRY *Flink; struct _LIST_ENTRY *Blink; } LIST_ENTRY, *PLIST_ENTRY, *PRLIST_ENTRY;
typedef struct _SINGLE_LIST_ENTRY { struct _SINGLE_LIST_ENTRY *Next; } SINGLE_LIST_ENTRY, *PSINGLE_LIST_ENTRY, SLIST_ENTRY, *PSLIST_ENTRY;
typedef struct _SLIST_HEADER { SINGLE_LIST_ENTRY First; USHORT Depth; } SLIST_HEADER, *PSLIST_HEADER;
typedef struct _OBJECT_ATTRIBUTES {
	ULONG Length;
	HANDLE RootDirectory;
	PUNICODE_STRING ObjectName;
	ULONG Attributes;
	PVOID SecurityDescriptor;
	PVOID SecurityQualityOfService;
} OBJECT_ATTRIBUTES, *POBJECT_ATTRIBUTES;
#define InitializeObjectAttributes(p, n, a, r, s) \
	((p)->Length = sizeof(OBJECT_ATTRIBUTES), (p)->RootDirectory = (r), (p)->Attributes = (a), (p)->ObjectName = (n), (p)->SecurityDescriptor = (s), (void)((p)->SecurityQualityOfService = NULL))
#define OBJ_INHERIT 0x2
#define OBJ_PERMANENT 0x10
#define OBJ_EXCLUSIVE 0x20
#define OBJ_CASE_INSENSITIVE 0x40
#define OBJ_OPENIF 0x80
#define OBJ_KERNEL_HANDLE 0x200

/* A driver of several files defines them in one and declares them in others: each has its own here. */
#define DEFINE_GUID(name, a, b, c, d1, d2, d3, d4, d5, d6, d7, d8) static const GUID name = { a, b, c, { d1, d2, d3, d4, d5, d6, d7, d8 } }
#endif
