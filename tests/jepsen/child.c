#include "child.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <pwd.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

enum { NOBODY = 65534 };

static uid_t lower_user(gid_t *group) {
  const struct passwd *found = getpwnam("postgres");
  *group = found != NULL ? found->pw_gid : NOBODY;
  return found != NULL ? found->pw_uid : NOBODY;
}

void child_give(const char *folder) {
  gid_t group;
  uid_t user = lower_user(&group);
  if (geteuid() == 0 && chown(folder, user, group) != 0) perror(folder);
}

pid_t child_start(const char *log, bool lower, const char *const *args) {
  gid_t group;
  uid_t user = lower_user(&group);
  pid_t parent = getpid(), child = fork();
  if (child != 0) {
    if (child > 0) (void)setpgid(child, child);
    return child;
  }
  (void)setpgid(0, 0);
  int out = open(log, O_WRONLY | O_CREAT | O_APPEND, 0666), none = open("/dev/null", O_RDONLY);
  (void)dup2(none, STDIN_FILENO);
  (void)dup2(out, STDOUT_FILENO);
  (void)dup2(out, STDERR_FILENO);
  if (lower && geteuid() == 0 && (setgroups(0, NULL) != 0 || setgid(group) != 0 || setuid(user) != 0)) _exit(126);
  (void)prctl(PR_SET_PDEATHSIG, lower ? SIGQUIT : SIGKILL);
  if (getppid() != parent) _exit(126);
  execvp(args[0], (char **)(uintptr_t)args);
  _exit(127);
}

int child_wait(pid_t child) {
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFSIGNALED(status) ? -WTERMSIG(status) : WEXITSTATUS(status);
}

int child_run(const char *log, bool lower, const char *const *args) {
  return child_wait(child_start(log, lower, args));
}

void child_kill(pid_t *child) {
  if (*child <= 0) return;
  (void)kill(-*child, SIGKILL);
  (void)child_wait(*child);
  while (kill(-*child, 0) == 0) (void)usleep(10000); /* those that it had started */
  *child = 0;
}

int child_port(void) {
  struct sockaddr_in address = {.sin_family = AF_INET};
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  int one = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  bool good = bind(one, (const struct sockaddr *)&address, size) == 0 &&
              getsockname(one, (struct sockaddr *)&address, &size) == 0;
  close(one);
  return good ? ntohs(address.sin_port) : 0;
}
