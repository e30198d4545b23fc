/* Which functions the shared library shows. */
#ifndef ASCONA_EXPORT_H
#define ASCONA_EXPORT_H

#if defined(__GNUC__) && !defined(__wasm__)
#define ASC_API __attribute__((visibility("default")))
#else
#define ASC_API
#endif

#endif
