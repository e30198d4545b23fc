/* GET /health and /metrics. */
#ifndef ASC_SERVER_METRICS_H
#define ASC_SERVER_METRICS_H

#include "response.h"
#include "server_inside.h"

/* Returns false if the path is neither. The body is in the server's `text`. */
bool http_metrics_respond(http_server *server, const http_target *target, http_response *response);

#endif
