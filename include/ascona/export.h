/* Macros for the other headers: ASC_API marks the functions that the shared library exports. ASC_C_BEGIN and ASC_C_END
   enclose declarations, so that C++ can use them too. */
#ifndef ASCONA_EXPORT_H
#define ASCONA_EXPORT_H

#if defined(__GNUC__) && !defined(__wasm__)
#define ASC_API __attribute__((visibility("default")))
#else
#define ASC_API
#endif

#ifdef __cplusplus
#define ASC_C_BEGIN extern "C" {
#define ASC_C_END }
#else
#define ASC_C_BEGIN
#define ASC_C_END
#endif

#endif
