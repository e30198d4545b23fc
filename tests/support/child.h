/* Child processes of a test. They end with it, however it ends, and never go on with its other tests. */
#ifndef ASC_TESTS_SUPPORT_CHILD_H
#define ASC_TESTS_SUPPORT_CHILD_H

#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <unistd.h>

static int child_closes = -1; /* a file that children must not keep open; -1: none */

/* As fork. An assertion that fails in the child ends it: cmocka would jump back into the copy of the test's runner. */
static inline pid_t child_fork(void) {
  pid_t parent = getpid(), child = fork();
  if (child != 0) return child;
  (void)prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(126);
  if (child_closes >= 0) close(child_closes);
  (void)setenv("CMOCKA_TEST_ABORT", "1", 1);
  return 0;
}

#endif
