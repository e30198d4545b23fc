/* Fuzzes the events of an online game, one per line, as a store may hold them. Each event is rejected, or it is read
   and written back unchanged. A room accepts them or is marked as broken. */
#include "fuzz.h"

#include "online/room.h"

static online_rules_cache *library;

static void close_library(void) { online_rules_cache_close(library); }

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static online_event event, event_again;
  static online_settings settings, settings_again;
  if (library == NULL) FUZZ_REQUIRE(online_rules_cache_open(&library) == ASC_OK && atexit(close_library) == 0);
  online_room *room;
  FUZZ_REQUIRE(online_room_open(&room, library) == ASC_OK);
  const char *at = (const char *)data, *data_end = at + size;
  while (at < data_end) {
    const char *line_end = memchr(at, '\n', (size_t)(data_end - at));
    if (line_end == NULL) line_end = data_end;
    if (online_event_read(&event, &settings, at, (size_t)(line_end - at)) == ASC_OK) {
      char text[ONLINE_EVENT_MAX * 2], text_again[ONLINE_EVENT_MAX * 2];
      FUZZ_REQUIRE(online_event_write(&event, text, sizeof text) > 0);
      FUZZ_REQUIRE(online_event_read(&event_again, &settings_again, text, strlen(text)) == ASC_OK);
      FUZZ_REQUIRE(online_event_write(&event_again, text_again, sizeof text_again) > 0 &&
                   strcmp(text, text_again) == 0);
      int code = online_room_apply(room, &event);
      FUZZ_REQUIRE((code < 0) == (room->state == ONLINE_DAMAGED));
    }
    at = line_end + 1;
  }
  online_room_close(room);
  FUZZ_REQUIRE(online_rules_cache_count(library) == 0);
  return 0;
}
