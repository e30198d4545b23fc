/* Events of a game between people, a line each, as a store may hold them: each is refused, or is read and written as it
   was; a room takes them or is broken. */
#include "fuzz.h"

#include "online/room.h"

static online_library *library;

static void end(void) { asc_library_close(library); }

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static online_event event, again;
  static online_settings settings, others;
  if (library == NULL) FUZZ_REQUIRE(asc_library_open(&library) == ASC_OK && atexit(end) == 0);
  online_room *room;
  FUZZ_REQUIRE(asc_room_open(&room, library) == ASC_OK);
  const char *at = (const char *)data, *over = at + size;
  while (at < over) {
    const char *line_end = memchr(at, '\n', (size_t)(over - at));
    if (line_end == NULL) line_end = over;
    if (asc_event_read(&event, &settings, at, (size_t)(line_end - at)) == ASC_OK) {
      char text[ONLINE_EVENT_MAX * 2], other[ONLINE_EVENT_MAX * 2];
      FUZZ_REQUIRE(asc_event_write(&event, text, sizeof text) > 0);
      FUZZ_REQUIRE(asc_event_read(&again, &others, text, strlen(text)) == ASC_OK);
      FUZZ_REQUIRE(asc_event_write(&again, other, sizeof other) > 0 && strcmp(text, other) == 0);
      int code = asc_room_apply(room, &event);
      FUZZ_REQUIRE((code < 0) == (room->state == ROOM_BROKEN));
    }
    at = line_end + 1;
  }
  asc_room_close(room);
  FUZZ_REQUIRE(asc_library_count(library) == 0);
  return 0;
}
