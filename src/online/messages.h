/* Why something cannot be done in a game between people: the sentences of this folder's messages.LANGUAGE.txt. */
#ifndef ASC_ONLINE_MESSAGES_H
#define ASC_ONLINE_MESSAGES_H

#include <ascona/message.h>

extern const asc_catalogue asc_online_catalogues[];

#endif
