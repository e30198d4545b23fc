/* Functions that the page gives the engine module, as imports of the module `ascona`, and the attributes for imports
   and exports. */
#ifndef WASM_IMPORTS_H
#define WASM_IMPORTS_H

#include <ascona/search.h>

#define WASM_IMPORT(name) __attribute__((import_module("ascona"), import_name(name)))
#define WASM_EXPORT(name) __attribute__((export_name(name)))

/* Returns the time in milliseconds of a clock that never goes back. */
WASM_IMPORT("now") double wasm_import_now_ms(void);
/* Returns nonzero if the search in progress should stop. Reads a word that another thread may set. */
WASM_IMPORT("stopped") int wasm_import_should_stop(void);
/* Sends progress of a search to the page, as JSON. The page must copy it before it returns. */
WASM_IMPORT("report") void wasm_import_report(const char *json);
/* The clock and the stop flag as hooks for a search. */
extern const asc_search_hooks wasm_search_hooks;

#endif
