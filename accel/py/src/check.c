/* Checks of values without parts: limits, lengths, patterns, dates. */
#include "accel.h"
#include <stdlib.h>
#include <string.h>

/* ---- automata ---- */

void free_automaton(Automaton *a) {
    if (!a) return;
    PyMem_Free(a->starts);
    PyMem_Free(a->class_of);
    PyMem_Free(a->next);
    PyMem_Free(a->ends);
    PyMem_Free(a);
}

/* How many numbers a line has. */
static int count_numbers(const char *p) {
    int count = 0;
    for (bool inside = false; *p && *p != '\n'; p++) {
        bool space = *p == ' ';
        if (!space && !inside) count++;
        inside = !space;
    }
    return count;
}

static const char *next_line(const char *p) {
    p += strcspn(p, "\n");
    return *p ? p + 1 : p;
}

static void put_numbers(const char *line, int *into, int count) {
    char *p = (char *)line;
    for (int i = 0; i < count; i++) into[i] = (int)strtol(p, &p, 10);
}

static int *numbers_of(const char *line, int count) {
    int *made = PyMem_Calloc((size_t)count + 1, sizeof *made);
    if (made) put_numbers(line, made, count);
    return made;
}

/* The automaton of a table: a line with the first character of each run, one with the class of each run, and one for each state. That has
 * the end that the state accepts, and the next state by class; missing entries reject. */
Automaton *automaton_of(const char *table) {
    Automaton *a = PyMem_Calloc(1, sizeof *a);
    if (!a) goto failed;
    const char *classes = next_line(table), *rows = next_line(classes);
    a->runs = count_numbers(table);
    a->starts = (uint32_t *)numbers_of(table, a->runs);
    a->class_of = numbers_of(classes, a->runs);
    if (!a->starts || !a->class_of) goto failed;
    for (int i = 0; i < a->runs; i++) if (a->class_of[i] >= a->classes) a->classes = a->class_of[i] + 1;
    for (const char *p = rows; *p; p = next_line(p)) a->states++;
    a->ends = PyMem_Calloc((size_t)a->states + 1, 1);
    a->next = PyMem_Calloc((size_t)a->states * (size_t)a->classes + 1, sizeof *a->next);
    if (!a->ends || !a->next) goto failed;
    int state = 0;
    for (const char *p = rows; *p; p = next_line(p), state++) {
        int count = count_numbers(p), *row = numbers_of(p, count);
        if (!row) goto failed;
        a->ends[state] = (unsigned char)row[0];
        for (int c = 0; c < a->classes; c++) a->next[state * a->classes + c] = c + 1 < count ? row[c + 1] : -1;
        PyMem_Free(row);
    }
    for (int c = 0, run = 0; c < 128; c++) {
        while (run + 1 < a->runs && a->starts[run + 1] <= (uint32_t)c) run++;
        a->ascii[c] = (unsigned char)a->class_of[run];
    }
    return a;
failed:
    free_automaton(a);
    PyErr_NoMemory();
    return NULL;
}

static int class_of(const Automaton *a, uint32_t c) {
    int low = 0, high = a->runs;
    while (high - low > 1) {
        int middle = (low + high) / 2;
        if (a->starts[middle] <= c) low = middle;
        else high = middle;
    }
    return a->class_of[low];
}

/* The character at *p, of valid UTF-8. */
static uint32_t next_char(const unsigned char **p) {
    const unsigned char *q = *p;
    int more = *q < 0xE0 ? 1 : *q < 0xF0 ? 2 : 3;
    uint32_t c = *q & (0x3Fu >> more);
    for (int i = 1; i <= more; i++) c = c << 6 | (q[i] & 0x3Fu);
    *p += more + 1;
    return c;
}

static bool accepts(const Automaton *a, Span s) {
    const unsigned char *p = (const unsigned char *)s.utf8, *end = p + s.size;
    int state = 0;
    while (p < end && a->ends[state] != 2) {
        int class = *p < 0x80 ? a->ascii[*p++] : class_of(a, next_char(&p));
        state = a->next[state * a->classes + class];
        if (state < 0) return false;
    }
    return a->ends[state] > 0;
}

/* ---- walks ---- */

void free_walk(Walk *w) {
    if (!w) return;
    for (int i = 0; w->parts && i < w->count; i++) PyMem_Free(w->parts[i].beyond);
    PyMem_Free(w->parts);
    PyMem_Free(w);
}

/* A line of a walk: a text behind an equals sign, or the least and the most characters, and pairs of the first and last of a range. */
static bool make_part(Part *part, const char *line) {
    if (*line == '=') {
        part->text = line + 1;
        part->size = (Py_ssize_t)strcspn(part->text, "\n");
        return true;
    }
    int count = count_numbers(line), *numbers = numbers_of(line, count);
    part->beyond = PyMem_Calloc((size_t)count + 1, sizeof *part->beyond);
    if (numbers && part->beyond) {
        part->least = numbers[0];
        part->most = numbers[1];
        for (int i = 2; i + 1 < count; i += 2) {
            for (int c = numbers[i]; c <= numbers[i + 1] && c < 128; c++) part->ascii[c >> 3] |= (unsigned char)(1 << (c & 7));
            if (numbers[i + 1] < 128) continue;
            part->beyond[2 * part->ranges] = (uint32_t)numbers[i];
            part->beyond[2 * part->ranges++ + 1] = (uint32_t)numbers[i + 1];
        }
    }
    bool ok = numbers && part->beyond;
    PyMem_Free(numbers);
    return ok;
}

/* The walk of a text, which has to stay: "walk" or "walk whole", then a line a part. */
Walk *walk_of(const char *text) {
    Walk *w = PyMem_Calloc(1, sizeof *w);
    if (!w) goto failed;
    const char *parts = next_line(text);
    w->whole = !strncmp(text, "walk whole", 10);
    for (const char *p = parts; *p; p = next_line(p)) w->count++;
    if (!(w->parts = PyMem_Calloc((size_t)w->count + 1, sizeof *w->parts))) goto failed;
    int i = 0;
    for (const char *p = parts; *p; p = next_line(p))
        if (!make_part(&w->parts[i++], p)) goto failed;
    return w;
failed:
    free_walk(w);
    PyErr_NoMemory();
    return NULL;
}

static bool is_in(const Part *part, uint32_t c) {
    if (c < 128) return part->ascii[c >> 3] >> (c & 7) & 1;
    for (int i = 0; i < part->ranges; i++)
        if (c >= part->beyond[2 * i] && c <= part->beyond[2 * i + 1]) return true;
    return false;
}

static bool walks(const Walk *w, Span s) {
    const unsigned char *p = (const unsigned char *)s.utf8, *end = p + s.size;
    for (int i = 0; i < w->count; i++) {
        const Part *part = &w->parts[i];
        if (part->text) {
            if (end - p < part->size || memcmp(p, part->text, (size_t)part->size) != 0) return false;
            p += part->size;
            continue;
        }
        long taken = 0;
        for (; taken != part->most && p < end; taken++) {
            const unsigned char *next = p + 1;
            uint32_t c = *p;
            if (c >= 0x80) c = next_char((next = p, &next));
            if (!is_in(part, c)) break;
            p = next;
        }
        if (taken < part->least) return false;
    }
    return !w->whole || p == end;
}

/* ---- dates ---- */

/* Two digits, or -1. */
static int two(const unsigned char *p) {
    return p[0] >= '0' && p[0] <= '9' && p[1] >= '0' && p[1] <= '9' ? (p[0] - '0') * 10 + p[1] - '0' : -1;
}

static bool is_within(int value, int low, int high) { return value >= low && value <= high; }

/* Whether a string is plainly a date-time of RFC 3339. The last days of months and leap seconds are left to Python. */
static bool is_date_time(Span s) {
    const unsigned char *p = (const unsigned char *)s.utf8, *end = p + s.size;
    if (s.size < 20 || two(p) < 0 || two(p + 2) < 0 || p[4] != '-' || !is_within(two(p + 5), 1, 12) || p[7] != '-' || !is_within(two(p + 8), 1, 28)) return false;
    if ((p[10] | 0x20) != 't' || !is_within(two(p + 11), 0, 23) || p[13] != ':' || !is_within(two(p + 14), 0, 59) || p[16] != ':' || !is_within(two(p + 17), 0, 59)) return false;
    p += 19;
    if (*p == '.') {
        const unsigned char *digits = ++p;
        while (p < end && *p >= '0' && *p <= '9') p++;
        if (p == digits || p == end) return false;
    }
    if ((*p | 0x20) == 'z') return p + 1 == end;
    return (*p == '+' || *p == '-') && end - p == 6 && is_within(two(p + 1), 0, 23) && p[3] == ':' && is_within(two(p + 4), 0, 59);
}

/* ---- checks ---- */

static bool in_python(const Check *c, PyObject *value) {
    PyObject *fails = PyObject_CallFunctionObjArgs(c->fails, value, NULL);
    if (!fails) return false;
    int is = PyObject_IsTrue(fails);
    Py_DECREF(fails);
    return is == 0;
}

bool text_holds(const Node *n, PyObject *text, Span s) {
    for (int i = 0; i < n->checks_count; i++) {
        const Check *c = &n->checks[i];
        bool holds;
        switch (c->test) {
        case LONG: holds = (double)PyUnicode_GetLength(text) >= c->limit; break;
        case SHORT: holds = (double)PyUnicode_GetLength(text) <= c->limit; break;
        case TABLE: holds = accepts(c->automaton, s); break;
        case WALK: holds = walks(c->walk, s); break;
        case DATE_TIME: holds = is_date_time(s) || in_python(c, text); break;
        default: holds = in_python(c, text);
        }
        if (!holds) return false;
    }
    return true;
}

bool number_holds(const Node *n, PyObject *number, double value) {
    for (int i = 0; i < n->checks_count; i++) {
        const Check *c = &n->checks[i];
        bool holds;
        switch (c->test) {
        case AT_LEAST: holds = value >= c->limit; break;
        case AT_MOST: holds = value <= c->limit; break;
        case ABOVE: holds = value > c->limit; break;
        case BELOW: holds = value < c->limit; break;
        default: holds = in_python(c, number);
        }
        if (!holds) return false;
    }
    return true;
}

/* Of arrays, only the length is checked here. */
bool count_holds(const Node *n, Py_ssize_t count) {
    for (int i = 0; i < n->checks_count; i++) {
        const Check *c = &n->checks[i];
        if (c->test == LONG ? (double)count < c->limit : c->test != SHORT || (double)count > c->limit) return false;
    }
    return true;
}
