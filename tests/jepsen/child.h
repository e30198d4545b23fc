/* Programs that end with the one that started them, whatever becomes of it. */
#ifndef ASC_TESTS_JEPSEN_CHILD_H
#define ASC_TESTS_JEPSEN_CHILD_H

#include <stdbool.h>
#include <sys/types.h>

enum { CHILD_ARGS = 32 };

/* Starts a program in a group of its own, its words added to the file `log`. `lower`: as an ordinary user, where we are
   root, and ending by a signal that lets a database end. */
pid_t child_start(const char *log, bool lower, const char *const *args);
/* Its exit status; minus the signal that ended it. */
int child_wait(pid_t child);
/* Runs it to its end. */
int child_run(const char *log, bool lower, const char *const *args);
/* Kills it with all its children, and waits. */
void child_kill(pid_t *child);
/* The folder is the ordinary user's, if we are root. */
void child_give(const char *folder);
/* A port that nobody listens at. */
int child_port(void);

#endif
