/* Trigonometry for the drawings, by the browser's functions, because those of the C library are large. */
#include "imports.h"

#include <math.h>

WASM_IMPORT("sin") double wasm_import_sin(double x);
WASM_IMPORT("cos") double wasm_import_cos(double x);
WASM_IMPORT("asin") double wasm_import_asin(double x);
WASM_IMPORT("acos") double wasm_import_acos(double x);
WASM_IMPORT("atan2") double wasm_import_atan2(double y, double x);

double sin(double x) { return wasm_import_sin(x); }
double cos(double x) { return wasm_import_cos(x); }
double asin(double x) { return wasm_import_asin(x); }
double acos(double x) { return wasm_import_acos(x); }
double atan2(double y, double x) { return wasm_import_atan2(y, x); }
