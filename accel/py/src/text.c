/* JSON text: strings, numbers, any value, and the search for a member. */
#include "accel.h"
#include <math.h>
#include <string.h>

/* Whether there is more behind white space. */
bool skip_spaces(Run *r) {
    while (r->at < r->end && (*r->at == ' ' || *r->at == '\n' || *r->at == '\r' || *r->at == '\t')) r->at++;
    return r->at < r->end;
}

/* Starts a run on a text, or on no text. The path is not initialized: it is large, and its depth is 0. */
void start(Run *r, const char *bytes, Py_ssize_t size) {
    memset(r, 0, sizeof *r - sizeof r->path);
    r->at = (const unsigned char *)bytes;
    r->end = bytes ? r->at + size : NULL;
}

static bool reserve(Run *r, Py_ssize_t size) {
    if (size <= r->capacity) return true;
    char *grown = PyMem_Realloc(r->scratch, (size_t)size);
    if (!grown) {
        PyErr_NoMemory();
        return false;
    }
    r->scratch = grown;
    r->capacity = size;
    return true;
}

/* Four hexadecimal digits, or -1. */
static int32_t unit_of(const unsigned char *p, const unsigned char *end) {
    int32_t unit = 0;
    if (end - p < 4) return -1;
    for (int i = 0; i < 4; i++) {
        unsigned char c = p[i], lower = c | 0x20;
        if (c >= '0' && c <= '9') unit = unit << 4 | (c - '0');
        else if (lower >= 'a' && lower <= 'f') unit = unit << 4 | (lower - 'a' + 10);
        else return -1;
    }
    return unit;
}

static char *put_utf8(char *w, uint32_t c) {
    if (c < 0x80) *w++ = (char)c;
    else if (c < 0x800) {
        *w++ = (char)(0xC0 | c >> 6);
        *w++ = (char)(0x80 | (c & 0x3F));
    } else {
        if (c < 0x10000) *w++ = (char)(0xE0 | c >> 12);
        else {
            *w++ = (char)(0xF0 | c >> 18);
            *w++ = (char)(0x80 | (c >> 12 & 0x3F));
        }
        *w++ = (char)(0x80 | (c >> 6 & 0x3F));
        *w++ = (char)(0x80 | (c & 0x3F));
    }
    return w;
}

/* The character of the escape whose u is at p; *after is the position behind it. A lone surrogate is an error. */
static bool read_unit(const unsigned char *p, const unsigned char *end, uint32_t *c, const unsigned char **after) {
    int32_t unit = unit_of(p + 1, end);
    *after = p + 5;
    *c = (uint32_t)unit;
    if (unit < 0 || (unit >= 0xDC00 && unit <= 0xDFFF)) return false;
    if (unit < 0xD800 || unit > 0xDBFF) return true;
    if (end - *after < 6 || (*after)[0] != '\\' || (*after)[1] != 'u') return false;
    int32_t low = unit_of(*after + 2, end);
    if (low < 0xDC00 || low > 0xDFFF) return false;
    *c = 0x10000 + ((uint32_t)(unit - 0xD800) << 10) + (uint32_t)(low - 0xDC00);
    *after += 6;
    return true;
}

/* A string with escapes; p is the first. The string without them is not longer. */
static bool unescape(Run *r, Span *s, const unsigned char *begin, const unsigned char *p) {
    const unsigned char *stop = p;
    while (stop < r->end && *stop != '"') stop += *stop == '\\' ? 2 : 1;
    if (stop >= r->end || !reserve(r, stop - begin)) return false;
    char *w = r->scratch;
    memcpy(w, begin, (size_t)(p - begin));
    w += p - begin;
    while (*p != '"') {
        if (*p < 0x20) return false;
        if (*p != '\\') {
            *w++ = (char)*p++;
            continue;
        }
        uint32_t c;
        switch (*++p) {
        case '"': case '\\': case '/': c = *p; break;
        case 'b': c = '\b'; break;
        case 'f': c = '\f'; break;
        case 'n': c = '\n'; break;
        case 'r': c = '\r'; break;
        case 't': c = '\t'; break;
        case 'u':
            if (!read_unit(p, r->end, &c, &p)) return false;
            w = put_utf8(w, c);
            continue;
        default: return false;
        }
        *w++ = (char)c;
        p++;
    }
    r->at = p + 1;
    s->utf8 = r->scratch;
    s->size = w - r->scratch;
    return true;
}

/* Reads a string behind its quote. Whether it is UTF-8 is left to whoever decodes it. */
bool read_span(Run *r, Span *s) {
    const unsigned char *begin = r->at, *p = begin;
    while (p < r->end && *p != '"' && *p != '\\' && *p >= 0x20) p++;
    if (p >= r->end || *p < 0x20) return false;
    if (*p == '\\') return unescape(r, s, begin, p);
    s->utf8 = (const char *)begin;
    s->size = p - begin;
    r->at = p + 1;
    return true;
}

PyObject *text_of(Span s) { return PyUnicode_DecodeUTF8(s.utf8, s.size, "strict"); }

/* Names that were met, by hash: most messages have the same. Used under the GIL. */
#define NAMES 1024
#define LONGEST_NAME 40
static struct {
    PyObject *text;
    const char *utf8;
    Py_ssize_t size;
} names[NAMES];

/* The name of a member as a string, which is one object for most. */
PyObject *name_of(Span s) {
    if (s.size > LONGEST_NAME) return text_of(s);
    uint32_t hash = 2166136261u;
    for (Py_ssize_t i = 0; i < s.size; i++) hash = (hash ^ (unsigned char)s.utf8[i]) * 16777619u;
    hash = (hash ^ hash >> 15) % NAMES;
    PyObject *known = names[hash].text;
    if (known && names[hash].size == s.size && !memcmp(names[hash].utf8, s.utf8, (size_t)s.size)) {
        Py_INCREF(known);
        return known;
    }
    PyObject *made = text_of(s);
    Py_ssize_t size;
    const char *utf8 = made ? PyUnicode_AsUTF8AndSize(made, &size) : NULL;
    if (!utf8) {
        Py_XDECREF(made);
        return NULL;
    }
    Py_INCREF(made);
    names[hash].text = made;
    names[hash].utf8 = utf8;
    names[hash].size = size;
    Py_XDECREF(known);
    return made;
}

static bool is_digit(const unsigned char *p, const unsigned char *end) { return p < end && *p >= '0' && *p <= '9'; }

static const double POWERS[] = {1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15};
/* Integers with so many digits are doubles. One division by a power of ten is correctly rounded, so its result is exact, too. */
#define EXACT_DIGITS 15

static bool parse_double(const unsigned char *begin, const unsigned char *end, double *value) {
    char small[64], *copy = small;
    size_t size = (size_t)(end - begin);
    if (size >= sizeof small && !(copy = PyMem_Malloc(size + 1))) {
        PyErr_NoMemory();
        return false;
    }
    memcpy(copy, begin, size);
    copy[size] = 0;
    *value = PyOS_string_to_double(copy, NULL, NULL);
    if (copy != small) PyMem_Free(copy);
    return !(*value == -1.0 && PyErr_Occurred());
}

/* Reads a number. One beyond the safe integers is in doubt, because Python may report it. */
bool read_number(Run *r, Number *n) {
    const unsigned char *begin = r->at, *p = begin;
    bool negative = p < r->end && *p == '-';
    if (negative) p++;
    const unsigned char *digits = p;
    long long value = 0;
    if (!is_digit(p, r->end)) return false;
    if (*p == '0') p++;
    else for (; is_digit(p, r->end); p++) if (p - digits < EXACT_DIGITS) value = value * 10 + (*p - '0');
    Py_ssize_t count = p - digits, places = 0;
    n->whole = true;
    bool power = false;
    if (p < r->end && *p == '.') {
        n->whole = false;
        const unsigned char *fraction = ++p;
        if (!is_digit(p, r->end)) return false;
        for (; is_digit(p, r->end); p++) if (count + (p - fraction) < EXACT_DIGITS) value = value * 10 + (*p - '0');
        places = p - fraction;
    }
    if (p < r->end && (*p | 0x20) == 'e') {
        n->whole = false;
        power = true;
        p++;
        if (p < r->end && (*p == '+' || *p == '-')) p++;
        if (!is_digit(p, r->end)) return false;
        while (is_digit(p, r->end)) p++;
    }
    r->at = p;
    if (!power && count + places <= EXACT_DIGITS) n->real = (double)value / POWERS[places];
    else if (!parse_double(digits, p, &n->real)) return false;
    if (n->whole && count > EXACT_DIGITS) {
        if (count > EXACT_DIGITS + 1 || n->real > (double)MOST_SAFE) return false;
        value = (long long)n->real; /* every safe integer is a double */
    }
    if (n->real > (double)MOST_SAFE) return false;
    n->integer = negative ? -value : value;
    if (negative) n->real = 0.0 - n->real; /* of -0, 0 */
    return true;
}

bool read_word(Run *r, const char *word, Py_ssize_t size) {
    if (r->end - r->at < size || memcmp(r->at, word, (size_t)size)) return false;
    r->at += size;
    return true;
}

/* The cursor is behind the bracket, and *more is whether an item or a member follows. */
bool begins(Run *r, char closing, bool *more) {
    if (!skip_spaces(r)) return false;
    if ((*more = *r->at != closing)) return true;
    r->at++;
    return true;
}

/* The cursor is behind a value of an array or object. */
bool goes_on(Run *r, char closing, bool *more) {
    if (!skip_spaces(r)) return false;
    *more = *r->at == ',';
    if (!*more && *r->at != closing) return false;
    r->at++;
    return !*more || skip_spaces(r);
}

/* Reads a name and its colon. */
bool read_name(Run *r, Span *s) {
    if (*r->at != '"') return false;
    r->at++;
    if (!read_span(r, s) || !skip_spaces(r) || *r->at != ':') return false;
    r->at++;
    return skip_spaces(r);
}

static bool read_entries(Run *r, PyObject *made, int room) {
    bool more;
    Py_ssize_t count = 0;
    if (!begins(r, '}', &more)) return false;
    while (more) {
        Span s;
        PyObject *name = read_name(r, &s) ? name_of(s) : NULL;
        PyObject *value = name ? read_any(r, room) : NULL;
        bool ok = value && PyDict_SetItem(made, name, value) == 0 && PyDict_Size(made) == ++count;
        Py_XDECREF(name);
        Py_XDECREF(value);
        if (!ok || !goes_on(r, '}', &more)) return false;
    }
    return true;
}

static bool read_values(Run *r, PyObject *made, int room) {
    bool more;
    if (!begins(r, ']', &more)) return false;
    while (more) {
        PyObject *value = read_any(r, room);
        bool ok = value && PyList_Append(made, value) == 0;
        Py_XDECREF(value);
        if (!ok || !goes_on(r, ']', &more)) return false;
    }
    return true;
}

static PyObject *constant(Run *r, const char *word, Py_ssize_t size, PyObject *value) {
    if (!read_word(r, word, size)) return NULL;
    Py_INCREF(value);
    return value;
}

/* Reads any value, of at most room levels, as json.loads does. */
PyObject *read_any(Run *r, int room) {
    PyObject *made;
    switch (*r->at) {
    case '"': {
        Span s;
        r->at++;
        return read_span(r, &s) ? text_of(s) : NULL;
    }
    case 't': return constant(r, "true", 4, Py_True);
    case 'f': return constant(r, "false", 5, Py_False);
    case 'n': return constant(r, "null", 4, Py_None);
    case '{':
        r->at++;
        made = room > 0 ? PyDict_New() : NULL;
        if (made && !read_entries(r, made, room - 1)) Py_CLEAR(made);
        return made;
    case '[':
        r->at++;
        made = room > 0 ? PyList_New(0) : NULL;
        if (made && !read_values(r, made, room - 1)) Py_CLEAR(made);
        return made;
    }
    Number n;
    if (!read_number(r, &n)) return NULL;
    return n.whole ? PyLong_FromLongLong(n.integer) : PyFloat_FromDouble(n.real);
}

/* The end of a value, or NULL. Only quotes and brackets count. */
static const unsigned char *after_value(Run *r, const unsigned char *p) {
    int depth = 0;
    for (; p < r->end; p++) {
        switch (*p) {
        case '"':
            for (p++; p < r->end && *p != '"'; p++) if (*p == '\\') p++;
            break;
        case '{': case '[': depth++; break;
        case '}': case ']':
            if (depth-- == 0) return p;
            break;
        case ',':
            if (depth == 0) return p;
            break;
        }
    }
    return NULL;
}

/* The value of a member of the object at the cursor, or NULL: in doubt if the budget is used up or below zero. Malformed text is found when
 * it is read. Names with escapes are in doubt. */
const unsigned char *find_member(Run *r, const unsigned char *object, const char *name, Py_ssize_t size) {
    const unsigned char *saved = r->at, *found = NULL;
    r->at = object + 1;
    while (skip_spaces(r) && *r->at == '"') {
        const unsigned char *begin = ++r->at;
        while (r->at < r->end && *r->at != '"' && *r->at != '\\') r->at++;
        if (r->at >= r->end || *r->at == '\\') {
            r->budget = -1;
            break;
        }
        bool same = r->at - begin == size && !memcmp(begin, name, (size_t)size);
        r->at++;
        if (!skip_spaces(r) || *r->at++ != ':' || !skip_spaces(r)) break;
        if (same) {
            found = r->at;
            break;
        }
        const unsigned char *after = after_value(r, r->at);
        if (!after) break;
        r->budget -= after - r->at;
        r->at = after;
        if (r->budget < 0 || *after != ',') break;
        r->at++;
    }
    r->at = saved;
    return found;
}
