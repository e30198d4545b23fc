/* Problems. Answering who solves one takes the engine. */
#include "host.h"
#include "reply.h"
#include "study/problem.h"
#include "table.h"

/* The problems of a text; `text` of each is its line, by which the other exports know it. */
ASC_EXPORT("problems_read") const char *page_problems_read(const char *text) {
  asc_problem_list list;
  asc_error error = {0};
  int code = asc_problem_list_read(&list, text, &error);
  if (code < 0) {
    asc_problem_list_close(&list);
    return reply_error(code, &error, NULL, NULL);
  }
  asc_json *json = reply_begin();
  asc_json_open(json, "problems", '[');
  for (int i = 0; i < list.count; i++) {
    char line[ASC_PROBLEM_TEXT_MAX];
    asc_json_open(json, NULL, '{');
    asc_problem_json(json, &list.all[i]);
    asc_json_text(json, "text", asc_problem_write(&list.all[i], line));
    asc_json_close(json, '}');
  }
  asc_json_close(json, ']');
  asc_problem_list_close(&list);
  return reply_end();
}

/* Whether the finished game at a table solved the problem. */
ASC_EXPORT("problem_won") const char *page_problem_won(int number, const char *text) {
  const asc_play *play = table_game(number);
  asc_problem_list list;
  asc_error error = {0};
  int code = asc_problem_list_read(&list, text, &error);
  bool won = code >= 0 && play != NULL && list.count == 1 && asc_problem_won(&list.all[0], play);
  asc_problem_list_close(&list);
  if (code < 0) return reply_error(code, &error, NULL, NULL);
  asc_json_bool(reply_begin(), "won", won);
  return reply_end();
}
