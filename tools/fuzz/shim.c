/* What the C libraries before glibc 2.38 and GCC 13 lack of what the fuzzer's binary was linked with. See load.mjs. */
#include <stdlib.h>

unsigned long __isoc23_strtoul(const char *text, char **end, int base) { return strtoul(text, end, base); }

long __isoc23_strtol(const char *text, char **end, int base) { return strtol(text, end, base); }

void _ZSt21ios_base_library_initv(void) {}
