/* The kernel-mode driver framework. Handles lead to objects of the harness (internal/harness/nt/wdf.c), which begin with what all have. */
#ifndef HEDDLE_WDF_H
#define HEDDLE_WDF_H

#include <wdm.h>
#include <wdf_objects.h>
#include <wdf_functions.h>
#include <wdf_buses.h>
#endif
