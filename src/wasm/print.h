/* snprintf of the board module. In WebAssembly it replaces that of the C library; a test compares the two. */
#ifndef WASM_PRINT_H
#define WASM_PRINT_H

#include <stdarg.h>
#include <stddef.h>

/* Works like vsnprintf for %s, %c, %d and %u, also with a size. Any other conversion traps. */
int wasm_vsnprintf(char *text, size_t size, const char *format, va_list args);

#endif
