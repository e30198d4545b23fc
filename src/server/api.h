/* Requests below /api/ that the network thread answers alone: tablebases. */
#ifndef ASC_SERVER_API_H
#define ASC_SERVER_API_H

#include "response.h"
#include "server_inside.h"

/* Returns whether the path is below /api/. */
bool http_api_is_path(const http_target *target);
/* Returns whether it is a path of the tablebases. */
bool http_api_is_about_tables(const http_target *target);
/* The body is in the server's `text`; `retry_after` may be used by the response. */
void http_api_respond(http_server *server, const http_request *request, const http_target *target, uint64_t address,
                      char *retry_after, size_t size, http_response *response);

#endif
