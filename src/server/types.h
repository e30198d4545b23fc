/* What kind of thing a file is, by its name. */
#ifndef ASC_SERVER_TYPES_H
#define ASC_SERVER_TYPES_H

/* The value of Content-Type. A name that says nothing is application/octet-stream, which no browser runs or shows. */
const char *type_of(const char *path);

#endif
