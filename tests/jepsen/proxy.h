/* A line between the servers and their database that can be held: nothing goes through, and nobody is told. */
#ifndef ASC_TESTS_JEPSEN_PROXY_H
#define ASC_TESTS_JEPSEN_PROXY_H

#include <stdbool.h>

/* The port at which it listens, for who wants to reach `to`; 0: none. */
int proxy_open(int to);
void proxy_hold(bool held);

#endif
