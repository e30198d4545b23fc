/* WebSockets: messages in, messages out.

   A message from a client is an object like the body of a POST, with "do" and, for a game, "game". Its reply repeats
   its id as "re". Bytes that wait for a slow reader are bounded: when there are too many the socket is closed, and the
   client catches up when it comes back.
     socket.c   frames, the queue, closing, silence
     message.c  makes requests for the game thread of messages */
#ifndef ASC_SERVER_SOCKET_H
#define ASC_SERVER_SOCKET_H

#include "exchange.h"
#include "frame.h"

enum { HTTP_LAG_PINGS = 8, HTTP_SOCKET_REQUESTS_MAX = 32 };

/* The bytes of a frame. Sockets that get the same frame share them. */
typedef struct http_message {
  int users;
  size_t length;
  unsigned char bytes[];
} http_message;

typedef struct http_queued http_queued;
struct http_queued {
  http_queued *next;
  http_message *message;
};

/*     either side closes      the queue is written
    OPEN ────────▶ CLOSING ────────▶ CLOSE_SENT ───▶ the connection ends when the client has closed too */
typedef enum http_socket_state { HTTP_SOCKET_OPEN, HTTP_SOCKET_CLOSING, HTTP_SOCKET_CLOSE_SENT } http_socket_state;

struct http_socket {
  http_exchange *exchange;
  http_socket *next, **back; /* of all sockets */
  http_client client;
  live_sender sender;
  uint64_t address;

  http_socket_state state;
  const char *close_reason; /* a constant */
  int close_code;
  int64_t closed;         /* ms, when it was decided to close */
  bool is_client_closing; /* the client has closed; the connection ends after our close frame */
  bool is_garbled;        /* its bytes are no valid frames and are dropped */
  bool is_broken;         /* nothing can be written any more */
  bool has_yielded;       /* it has had its frames of this turn and continues in the next */

  http_queued *first, *last; /* the queue of frames to write */
  size_t queued, written;    /* bytes of the queue, and those of its first frame that are written */
  char *text;                /* of a message that has come in part */
  size_t length;

  http_pending *pending; /* requests that are not answered yet */
  int pending_count;

  int64_t heard, pinged;     /* ms */
  bool is_ping_due;          /* a ping is to be sent */
  bool is_silent, is_hidden; /* as the game thread knows */
  int16_t pings[HTTP_LAG_PINGS];
  unsigned ping_count;
  live_input *closed_input; /* LIVE_INPUT_SOCKET_CLOSED, allocated at the start */
};

/* ---- socket.c ---- */
/* Makes a socket of a request to upgrade. NULL: it is rejected. */
http_socket *http_socket_open(http_exchange *exchange, const http_request *request, uint64_t address,
                              http_rejection *rejection);
/* Takes the frames that are complete; *used is how many bytes they have. Like http_socket_write it returns -1 if the
   connection must be closed. */
int http_socket_take(http_socket *socket, char *bytes, size_t length, size_t *used);
/* The system accepts bytes. */
int http_socket_write(http_socket *socket);
/* The connection is gone. Frees the socket. */
void http_socket_end(http_socket *socket);

/* Returns a frame with one user; NULL if memory ran out. */
http_message *http_message_open(int opcode, const void *bytes, size_t length);
void http_message_release(http_message *message); /* NULL is allowed */
/* Queues a frame, unless the socket is closing. */
void http_socket_send(http_socket *socket, http_message *message);
/* Queues a text. NULL, or no memory for it: the socket is closed. */
void http_socket_write_text(http_socket *socket, const char *text, size_t length);
/* Closes the socket with a reason, which must be a constant. */
void http_socket_close(http_socket *socket, const char *reason);
/* Closes all sockets, or only those that wait for no reply. */
void http_sockets_close(http_server *server, const char *reason, bool all);
/* Called every HTTP_TICK ms: pings, silence, connections that do not close. */
void http_sockets_tick(http_server *server);
/* Tells the game thread whether the socket is silent or hidden, and since when. */
bool http_socket_presence(http_socket *socket, bool is_silent, bool is_hidden, int64_t since);

/* ---- message.c ---- */
/* A message has come. */
void http_message_take(http_socket *socket, const char *text, size_t length);

#endif
