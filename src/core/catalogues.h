/* The catalogues of the sentences that all games share. Their files are messages.LANGUAGE.txt in this folder. */
#ifndef ASC_CORE_CATALOGUES_H
#define ASC_CORE_CATALOGUES_H

#include <ascona/message.h>

/* One per language, English first; ends with an entry whose language is NULL. */
extern const asc_catalogue asc_common_catalogues[];

#endif
