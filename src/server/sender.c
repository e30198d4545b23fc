/* Only the hash of a secret goes on to the game thread, except a cookie's, which is sent back to renew it. */
#include "sender.h"

#include <string.h>

/* Copies the value of a cookie, "" if it is not a secret. Returns how many cookies have this name. */
static int cookie_find(const char *cookies, const char *name, char secret[ASC_SECRET_TEXT_SIZE]) {
  size_t length = strlen(name);
  int count = 0;
  for (const char *at = cookies; at != NULL; at = strchr(at, ';')) {
    at += strspn(at, "; ");
    if (strncmp(at, name, length) != 0 || at[length] != '=') continue;
    const char *value = at + length + 1;
    size_t size = strcspn(value, "; ");
    count++;
    if (size != ASC_SECRET_TEXT_SIZE - 1) continue;
    memcpy(secret, value, size);
    secret[size] = '\0';
    if (!asc_secret_is_valid(secret, ASC_SECRET_BITS)) secret[0] = '\0';
  }
  return count;
}

bool http_sender_read(const http_server *server, const http_request *request, live_sender *sender) {
  char secret[ASC_SECRET_TEXT_SIZE] = "";
  const char *cookies = http_request_field(request, "Cookie"), *bearer = http_request_field(request, "Authorization");
  int count = cookies != NULL ? cookie_find(cookies, live_thread_cookie(server->live), secret) : 0;
  *sender = (live_sender){.by_cookie = secret[0] != '\0'};
  /* If there are two cookies, another page of this host may have added one to make the sender somebody else. */
  if (count > 1 || (sender->by_cookie && bearer != NULL)) return false;
  if (bearer != NULL && strncmp(bearer, "Bearer ", 7) == 0 && asc_secret_is_valid(bearer + 7, ASC_SECRET_BITS))
    memcpy(secret, bearer + 7, sizeof secret);
  if (sender->by_cookie) memcpy(sender->cookie, secret, sizeof secret);
  sender->has_secret = secret[0] != '\0';
  if (!sender->has_secret) return true;
  asc_secret_hash("device", secret, sender->hash);
  asc_secret_hash("links", secret, sender->links);
  return true;
}

/* Returns whether the page that sends the request is this server's: of --origin, or of the address it is reached by. */
static bool is_own_page(const http_server *server, const http_request *request) {
  const char *origin = http_request_field(request, "Origin"), *host = http_request_field(request, "Host");
  if (origin == NULL) return false;
  if (server->options.origin != NULL) return strcmp(origin, server->options.origin) == 0;
  const char *authority = strstr(origin, "://");
  if (server->is_secure && strncmp(origin, "https:", 6) != 0) return false; /* anybody on the way may have written it */
  return authority != NULL && strcmp(authority + 3, host) == 0;
}

/* Browsers send a cookie whichever page makes the request, so the page must be ours. A client that sends its secret
   itself may use any page. A client without a secret may use ours, or none. */
bool http_sender_is_allowed(const http_server *server, const http_request *request, const live_sender *sender) {
  if (sender->has_secret && !sender->by_cookie) return true;
  return (!sender->by_cookie && http_request_field(request, "Origin") == NULL) || is_own_page(server, request);
}
