/* The catalogues of this folder (messages.LANGUAGE.txt): why a command is rejected. */
#ifndef ONLINE_MESSAGES_H
#define ONLINE_MESSAGES_H

#include <ascona/message.h>

extern const asc_catalogue online_catalogues[];

#endif
