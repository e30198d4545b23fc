/* Ascona: play, study and solve Delta, Néo-Delta, Kulami, Delfino and Circle Delta. This header brings all others. */
#ifndef ASCONA_H
#define ASCONA_H

#include <ascona/edit.h>
#include <ascona/error.h>
#include <ascona/export.h>
#include <ascona/game.h>
#include <ascona/knowledge.h>
#include <ascona/message.h>
#include <ascona/play.h>
#include <ascona/player.h>
#include <ascona/playout.h>
#include <ascona/random.h>
#include <ascona/record.h>
#include <ascona/search.h>
#include <ascona/tablebase.h>
#include <ascona/version.h>
#include <ascona/view.h>

#endif
