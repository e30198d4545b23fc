/* A scene: one moment of a running game, ready to be drawn.

   It holds the view of the position, the ids that can be selected next, and the player to move. Text (text/board.h),
   SVG (svg/svg.h) and JSON (scene_json.h) are all made from a scene and use nothing else of the game. */
#ifndef ASC_DRAW_SCENE_H
#define ASC_DRAW_SCENE_H

#include <ascona/ascona.h>

#include <stdbool.h>

/* The things that can be selected next, and the places that are selected already, by index into the view. */
typedef struct asc_scene_targets {
  bool places[ASC_PLACES_MAX], stocks[ASC_STOCKS_MAX], controls[ASC_CONTROLS_MAX];
  bool selected[ASC_PLACES_MAX];
  bool starts_move; /* nothing is selected yet: the targets are the things a move can start with */
} asc_scene_targets;

typedef struct asc_scene {
  const asc_rules *rules;
  asc_view view;
  asc_scene_targets targets;
  asc_message prompt;            /* the view's prompt, or how the game ended off the board (resignation, clock, …) */
  int turn;                      /* 1 … 4, ASC_CHANCE, or ASC_NO_PLAYER */
  int seat_to_move;              /* 1 … 4, also at a die roll; 0: the game is over */
  int plies;                     /* number of plies played */
  char last_move[ASC_TOKEN_MAX]; /* the last ply as text; "" if there is none or the last event is a resignation */
  int last_player;               /* the player of last_move; 0 if there is none */
  uint64_t hash;                 /* of the position and the last move; differs between scenes */
  const char *seat_names[ASC_SEATS_MAX]; /* set by the caller, who owns the strings; NULL: the game's own name */
} asc_scene;

/* Fills *scene from the current position of the game. The scene refers to the rules of `play`, which must outlive it.
   `selected` holds the ids selected so far, in order; NULL: none. If they move a piece but the move needs more, the
   piece is shown where it goes. The prompt asks for the next selection. */
void asc_scene_read(asc_scene *scene, const asc_play *play, const asc_steps *selected);
/* The same for the position after the first `events` events of the game, 0 … asc_play_event_count. Nothing can be
   selected in an earlier position; `selected` is ignored there. */
void asc_scene_read_at(asc_scene *scene, const asc_play *play, int events, const asc_steps *selected);

/* Replaces the path of the last move by the path of the move that `selected` leads to. If several legal moves fit, only
   their first motion is used. Returns false if the selection moves nothing to the place selected last; the scene must
   not be drawn then. */
bool asc_scene_preview_move(asc_scene *scene, const asc_play *play, const asc_steps *selected);

/* Returns kind `index` of the game, or NULL if the index is out of range, as ASC_NO_KIND is. */
const asc_kind *asc_scene_kind(const asc_scene *scene, int index);

/* Describes the board in words, one group of equal places at a time: "white pawn: b2 c3". Empty places are left out.
   Writes the first group that starts at place index `from` or later. Returns the index to continue from, or 0 if no
   group is left. Start with `from` = 0. */
#define ASC_SCENE_GROUP_MAX (ASC_SENTENCE_MAX + ASC_PLACES_MAX * ASC_TOKEN_MAX)
int asc_scene_describe_group(const asc_scene *scene, const char *language, int from, char text[ASC_SCENE_GROUP_MAX]);

/* Returns whether two places hold the same piece on the same ground and are described by the same message. */
bool asc_scene_places_match(const asc_place *a, const asc_place *b);

/* Returns the index of the place with this id, or -1 if no place has it. */
int asc_scene_find_place(const asc_view *view, const char *id);

#endif
