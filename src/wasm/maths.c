/* The angles of the drawings, by the browser's own functions: those of the C library are large. */
#include "host.h"

#include <math.h>

ASC_IMPORT("sin") double host_sin(double x);
ASC_IMPORT("cos") double host_cos(double x);
ASC_IMPORT("asin") double host_asin(double x);
ASC_IMPORT("acos") double host_acos(double x);
ASC_IMPORT("atan2") double host_atan2(double y, double x);

double sin(double x) { return host_sin(x); }
double cos(double x) { return host_cos(x); }
double asin(double x) { return host_asin(x); }
double acos(double x) { return host_acos(x); }
double atan2(double y, double x) { return host_atan2(y, x); }
