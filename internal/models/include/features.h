/* glibc's feature tests: everything is declared whatever they say. */
#ifndef HEDDLE_FEATURES_H
#define HEDDLE_FEATURES_H
#define __GNU_PREREQ(major, minor) 0
#define __GLIBC_PREREQ(major, minor) 0
#endif
