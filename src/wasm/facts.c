/* What there is: the games and their options. */
#include "host.h"
#include "reply.h"

static void option_json(json_out *json, const asc_option *option) {
  static const char *const types[] = {"number", "choice", "text"};
  json_open(json, NULL, '{');
  json_text(json, "key", option->key);
  json_text(json, "type", types[option->type]);
  json_text(json, "standard", option->standard);
  json_number(json, "least", option->least);
  json_number(json, "most", option->most);
  json_text(json, "choices", option->choices);
  json_close(json, '}');
}

ASC_EXPORT("games") const char *games(void) {
  json_out *json = reply_begin();
  json_open(json, "games", '[');
  const asc_game *game;
  for (int i = 0; (game = asc_game_at(i)) != NULL; i++) {
    json_open(json, NULL, '{');
    json_text(json, "id", game->id);
    json_text(json, "title", game->title);
    json_text(json, "score", game->score == ASC_SCORE_CHANCE ? "chance" : "margin");
    json_bool(json, "dice", game->odds != NULL);
    json_open(json, "options", '[');
    for (int k = 0; k < game->option_count; k++) option_json(json, &game->options[k]);
    json_close(json, ']');
    json_close(json, '}');
  }
  json_close(json, ']');
  return reply_end();
}

/* Which side (from 0) holds a seat (from 1) in a game (from 0) of a match. */
ASC_EXPORT("match_side") int page_match_side(int players, int game, int seat) {
  asc_match match;
  asc_match_start(&match, players, game + 1);
  match.played = game;
  return asc_match_side(&match, seat);
}
