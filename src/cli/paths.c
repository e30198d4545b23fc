/* Implementation of paths.h. */
#include "paths.h"

#include "base/file.h"
#include "base/text.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

bool cli_program_folder(char folder[CLI_PROGRAM_FOLDER_MAX]) {
  ssize_t length = readlink("/proc/self/exe", folder, CLI_PROGRAM_FOLDER_MAX - 1);
  if (length <= 0 || length == CLI_PROGRAM_FOLDER_MAX - 1) return false;
  folder[length] = '\0';
  char *slash = strrchr(folder, '/');
  if (slash == NULL) return false;
  *slash = '\0';
  return true;
}

bool cli_state_folder_path(char path[CLI_STATE_PATH_MAX]) {
  const char *state = getenv("XDG_STATE_HOME"), *home = getenv("HOME");
  int length = -1;
  if (state != NULL && state[0] == '/')
    length = snprintf(path, CLI_STATE_PATH_MAX, "%s/ascona", state);
  else if (home != NULL && home[0] == '/')
    length = snprintf(path, CLI_STATE_PATH_MAX, "%s/.local/state/ascona", home);
  return length > 0 && length < CLI_STATE_PATH_MAX - 32;
}

bool cli_state_database_path(char path[CLI_STATE_PATH_MAX]) {
  if (!cli_state_folder_path(path)) return false;
  size_t length = strlen(path);
  (void)snprintf(path + length, CLI_STATE_PATH_MAX - length, "/games.db");
  return true;
}

int cli_state_folder_make(asc_error *error) {
  char path[CLI_STATE_PATH_MAX];
  int first_errno = 0; /* errno of the first folder that cannot be created */
  if (!cli_state_folder_path(path))
    return asc_error_set(error, ASC_E_FILE, "neither XDG_STATE_HOME nor HOME names a folder");
  for (char *slash = path; slash != NULL;) {
    slash = strchr(slash + 1, '/');
    if (slash != NULL) *slash = '\0';
    if (mkdir(path, 0700) == 0)
      asc_file_sync_folder(path);
    else if (errno != EEXIST && first_errno == 0)
      first_errno = errno;
    if (slash != NULL) *slash = '/';
  }
  struct stat info;
  if (stat(path, &info) == 0 && S_ISDIR(info.st_mode)) return ASC_OK;
  return asc_error_set(error, ASC_E_FILE, "%s", strerror(first_errno == 0 ? ENOTDIR : first_errno));
}
