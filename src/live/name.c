/* Which names a player may choose. A name is shown beside other names, in any script, so it must be visible and must
   stay inside its own line: no control, direction or default-ignorable characters and no stacks of accents. */
#include "live.h"

#include <utf8proc.h>

enum { MARKS_MAX = 2 }; /* in a row: Thai, Hindi and Vietnamese need two */

/* Characters that Unicode calls symbols and fonts draw as nothing. */
static bool is_blank_symbol(utf8proc_int32_t character) { return character == 0x2800 || character == 0x1d159; }

typedef enum name_part { PART_REFUSED, PART_SPACE, PART_MARK, PART_VISIBLE } name_part;

static name_part part_of(utf8proc_int32_t character) {
  const utf8proc_property_t *property = utf8proc_get_property(character);
  if (property->ignorable || is_blank_symbol(character)) return PART_REFUSED;
  switch ((utf8proc_category_t)property->category) {
  case UTF8PROC_CATEGORY_CN:
  case UTF8PROC_CATEGORY_CC:
  case UTF8PROC_CATEGORY_CF:
  case UTF8PROC_CATEGORY_CS:
  case UTF8PROC_CATEGORY_CO:
  case UTF8PROC_CATEGORY_ZL:
  case UTF8PROC_CATEGORY_ZP: return PART_REFUSED;
  case UTF8PROC_CATEGORY_ZS: return PART_SPACE;
  case UTF8PROC_CATEGORY_MN:
  case UTF8PROC_CATEGORY_MC:
  case UTF8PROC_CATEGORY_ME: return PART_MARK;
  default: return PART_VISIBLE;
  }
}

bool live_name_is_valid(const char *name) {
  const utf8proc_uint8_t *at = (const utf8proc_uint8_t *)name;
  name_part last = PART_SPACE; /* an empty name ends with a space too */
  for (int count = 0, marks = 0; *at != '\0'; count++) {
    utf8proc_int32_t character;
    utf8proc_ssize_t length = utf8proc_iterate(at, -1, &character);
    if (length <= 0 || count == LIVE_NAME_MAX) return false;
    name_part part = part_of(character);
    marks = part == PART_MARK ? marks + 1 : 0;
    if (part == PART_REFUSED || marks > MARKS_MAX) return false;
    if (part == PART_MARK ? last == PART_SPACE : part == PART_SPACE && count == 0) return false;
    last = part;
    at += length;
  }
  return last != PART_SPACE;
}
