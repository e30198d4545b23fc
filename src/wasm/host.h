/* What the page gives the module: the time, the stop sign, a place to report to. Imports of the module `ascona`. */
#ifndef ASC_WASM_HOST_H
#define ASC_WASM_HOST_H

#include <ascona/search.h>

#define ASC_IMPORT(name) __attribute__((import_module("ascona"), import_name(name)))
#define ASC_EXPORT(name) __attribute__((export_name(name)))

/* Milliseconds of a clock that never goes back. */
ASC_IMPORT("now") double host_now(void);
/* Not 0: the search in progress should end. Reads a word that another thread may set. */
ASC_IMPORT("stopped") int host_stopped(void);
/* A search has found something: JSON, good until this returns. */
ASC_IMPORT("report") void host_report(const char *json);
/* The clock and the stop sign as a search wants them. */
extern const asc_host wasm_host;

#endif
