/* Mice. */
#ifndef HEDDLE_NTDDMOU_H
#define HEDDLE_NTDDMOU_H
#include <wdm.h>
typedef struct _MOUSE_INPUT_DATA { USHORT UnitId, Flags; ULONG Buttons; USHORT ButtonFlags, ButtonData; ULONG RawButtons; LONG LastX, LastY; ULONG ExtraInformation; } MOUSE_INPUT_DATA, *PMOUSE_INPUT_DATA;
#endif
