/* Exports the list of games and their options. */
#include "imports.h"
#include "reply.h"

static void option_json(asc_json *json, const asc_option *option) {
  static const char *const types[] = {"number", "choice", "text"};
  asc_json_open(json, NULL, '{');
  asc_json_text(json, "key", option->key);
  asc_json_text(json, "type", types[option->type]);
  asc_json_text(json, "standard", option->default_value);
  asc_json_number(json, "least", option->min);
  asc_json_number(json, "most", option->max);
  asc_json_text(json, "choices", option->choices);
  asc_json_close(json, '}');
}

WASM_EXPORT("games") const char *wasm_export_games(void) {
  asc_json *json = wasm_reply_begin();
  asc_json_open(json, "games", '[');
  const asc_game *game;
  for (int i = 0; (game = asc_game_at(i)) != NULL; i++) {
    asc_json_open(json, NULL, '{');
    asc_json_text(json, "id", game->id);
    asc_json_text(json, "title", game->title);
    asc_json_text(json, "score", game->score == ASC_SCORE_CHANCE ? "chance" : "margin");
    asc_json_bool(json, "dice", game->odds != NULL);
    asc_json_open(json, "options", '[');
    for (int k = 0; k < game->option_count; k++) option_json(json, &game->options[k]);
    asc_json_close(json, ']');
    asc_json_close(json, '}');
  }
  asc_json_close(json, ']');
  return wasm_reply_end();
}
