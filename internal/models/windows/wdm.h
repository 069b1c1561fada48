/* The kernel's interface for drivers: objects, requests, and the functions that drivers call. What they do is in stubs/windows, and, where a function has the kernel call the driver,
   in the harness. */
#ifndef HEDDLE_WDM_H
#define HEDDLE_WDM_H

#include <ntdef.h>
#include <ntstatus.h>
#include <wdm_objects.h>
#include <wdm_requests.h>
#include <wdm_functions.h>
#endif
