/* Memory for what the page hands over. */
#include "host.h"

#include <stdlib.h>

ASC_EXPORT("alloc") void *page_alloc(size_t size) { return malloc(size); }
ASC_EXPORT("release") void page_release(void *memory) { free(memory); }
