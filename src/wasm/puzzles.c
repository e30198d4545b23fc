/* Exports the reading of puzzles and the check of a won game. Answers to puzzle moves need the engine: see engine.c. */
#include "game.h"
#include "imports.h"
#include "reply.h"
#include "study/puzzle.h"

/* Replies with the puzzles of a text. Each has its line as `text`, which identifies it in the other exports. */
WASM_EXPORT("problems_read") const char *wasm_export_puzzles_read(const char *text) {
  asc_puzzle_list list;
  asc_error error = {0};
  int code = asc_puzzle_list_read(&list, text, &error);
  if (code < 0) {
    asc_puzzle_list_close(&list);
    return wasm_reply_error(code, &error, NULL, NULL);
  }
  asc_json *json = wasm_reply_begin();
  asc_json_open(json, "problems", '[');
  for (int i = 0; i < list.count; i++) {
    char line[ASC_PUZZLE_TEXT_MAX];
    asc_json_open(json, NULL, '{');
    asc_puzzle_json(json, &list.puzzles[i]);
    asc_json_text(json, "text", asc_puzzle_write(&list.puzzles[i], line));
    asc_json_close(json, '}');
  }
  asc_json_close(json, ']');
  asc_puzzle_list_close(&list);
  return wasm_reply_end();
}

/* Replies whether the finished game solved the puzzle. */
WASM_EXPORT("problem_won") const char *wasm_export_puzzle_won(int number, const char *text) {
  const asc_play *play = wasm_game_play(number);
  asc_puzzle_list list;
  asc_error error = {0};
  int code = asc_puzzle_list_read(&list, text, &error);
  bool won = code >= 0 && play != NULL && list.count == 1 && asc_puzzle_is_won(&list.puzzles[0], play);
  asc_puzzle_list_close(&list);
  if (code < 0) return wasm_reply_error(code, &error, NULL, NULL);
  asc_json_bool(wasm_reply_begin(), "won", won);
  return wasm_reply_end();
}
