/* The version of the library at run time. */
#include <ascona/version.h>

const char *asc_version(void) { return ASC_VERSION; }

int asc_version_number(void) { return ASC_VERSION_NUMBER; }
