/* What the host of a running server wants of it: lines in a file beside the database, FILE.orders, which the server
   takes away. Whoever may write the database may give orders. An order that was taken and not yet done when the server
   was killed is done by the next one; all of them may be done twice. */
#ifndef ASC_STORE_ORDERS_H
#define ASC_STORE_ORDERS_H

#include <ascona/error.h>

#include <stdbool.h>

enum { ASC_ORDER_MAX = 64 };

int asc_orders_add(const char *database, const char *what, const char *id, asc_error *error);
/* Calls back for every order that there is; false: there was none. They are done with by asc_orders_done. */
bool asc_orders_take(const char *database, void (*order)(void *data, const char *what, const char *id), void *data);
void asc_orders_done(const char *database);

#endif
