package models

// POSIX beyond threads: files, time, the process.

var posixSections = []section{}
