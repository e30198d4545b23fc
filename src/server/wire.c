/* The system's own calls, on the socket that libwebsockets has accepted. */
#include "wire.h"

#include <errno.h>
#include <limits.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <sys/socket.h>

ssize_t http_wire_write(struct lws *wsi, const void *bytes, size_t length) {
  SSL *tls = lws_get_ssl(wsi);
  if (length > INT_MAX) length = INT_MAX;
  if (length == 0) return 0;
  if (tls == NULL) {
    ssize_t sent;
    do sent = send(lws_get_socket_fd(wsi), bytes, length, MSG_NOSIGNAL);
    while (sent < 0 && errno == EINTR);
    return sent >= 0 ? sent : errno == EAGAIN || errno == EWOULDBLOCK ? 0 : -1;
  }
  ERR_clear_error();
  int sent = SSL_write(tls, bytes, (int)length);
  if (sent > 0) return sent;
  int code = SSL_get_error(tls, sent);
  return code == SSL_ERROR_WANT_WRITE || code == SSL_ERROR_WANT_READ ? 0 : -1;
}

void http_wire_end(struct lws *wsi) {
  SSL *tls = lws_get_ssl(wsi);
  ERR_clear_error();
  if (tls != NULL) (void)SSL_shutdown(tls);
  (void)shutdown(lws_get_socket_fd(wsi), SHUT_WR);
}
