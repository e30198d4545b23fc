/* What the module's snprintf is. */
#ifndef ASC_WASM_PRINT_H
#define ASC_WASM_PRINT_H

#include <stdarg.h>
#include <stddef.h>

/* As vsnprintf, of which it knows %c, %s with a precision, %d and %x with a size and zeros before them, %.1f to %.3f.
 */
int asc_print(char *text, size_t size, const char *format, va_list args);

#endif
