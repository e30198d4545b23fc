/* The sentences common to all games; the files are messages.LANGUAGE.txt in this folder. */
#ifndef ASC_CORE_CATALOGUES_H
#define ASC_CORE_CATALOGUES_H

#include <ascona/message.h>

extern const asc_catalogue asc_common_catalogues[];

#endif
