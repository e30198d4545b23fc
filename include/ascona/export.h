/* Which functions the shared library shows, and how C++ sees them. */
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
