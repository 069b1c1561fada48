/* wmistr.h, as far as drivers need it. */
#ifndef HEDDLE_WMISTR_H
#define HEDDLE_WMISTR_H
#include <wdm.h>
typedef struct _WNODE_HEADER { ULONG BufferSize, ProviderId; ULONGLONG HistoricalContext; LARGE_INTEGER TimeStamp; GUID Guid; ULONG ClientContext, Flags; } WNODE_HEADER, *PWNODE_HEADER;
typedef struct tagWNODE_SINGLE_INSTANCE { WNODE_HEADER WnodeHeader; ULONG OffsetInstanceName, InstanceIndex, DataBlockOffset, SizeDataBlock; UCHAR VariableData[1]; } WNODE_SINGLE_INSTANCE, *PWNODE_SINGLE_INSTANCE;
typedef struct tagWNODE_ALL_DATA { WNODE_HEADER WnodeHeader; ULONG DataBlockOffset, InstanceCount, OffsetInstanceNameOffsets, FixedInstanceSize; } WNODE_ALL_DATA, *PWNODE_ALL_DATA;
typedef struct { GUID Guid; ULONG Flags, InstanceCount, InstanceNameList; } WMIREGGUIDW, WMIREGGUID, *PWMIREGGUID;
typedef struct { ULONG BufferSize, NextWmiRegInfo, RegistryPath, MofResourceName, GuidCount; WMIREGGUIDW WmiRegGuid[1]; } WMIREGINFOW, WMIREGINFO, *PWMIREGINFO;
#define WMIREG_FLAG_INSTANCE_PDO 0x20
#define WNODE_FLAG_SINGLE_INSTANCE 2
#define WNODE_FLAG_EVENT_ITEM 8
#define WNODE_FLAG_TRACED_GUID 0x20000
#endif
