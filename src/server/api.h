/* Questions below /api/, and who answers them. */
#ifndef ASC_SERVER_API_H
#define ASC_SERVER_API_H

#include "answer.h"
#include "loop.h"

/* Whether the path is below /api/. */
bool asc_api_is_asked(const web_ask *ask);
/* Whether tables are asked for: that is answered here, whoever hosts games. */
bool asc_api_is_of_tables(const web_ask *ask);
/* The answer lies in the server's memory until the next question. */
void asc_api_answer(web_server *server, const web_request *request, const web_ask *ask, uint64_t address,
                    web_answer *answer);

#endif
