/* The rules of the checker about people: keys, devices, blocks, merged persons, and the host's orders. */
#ifndef ASC_TESTS_JEPSEN_PEOPLE_H
#define ASC_TESTS_JEPSEN_PEOPLE_H

#include "check.h"

void people_check(const json_t *history, const json_t *store, check_report *report);

#endif
