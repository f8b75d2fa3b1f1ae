/* Values from a text, by a node. */
#include "accel.h"
#include <math.h>
#include <string.h>

static PyObject *read_string(Run *r, const Node *n) {
    Span s;
    if (*r->at != '"') return NULL;
    r->at++;
    if (!read_span(r, &s)) return NULL;
    PyObject *made = text_of(s);
    if (made && n->checks_count && !text_holds(n, made, s)) Py_CLEAR(made);
    return made;
}

static PyObject *read_words(Run *r, const Node *n) {
    Span s;
    if (*r->at != '"') return NULL;
    r->at++;
    PyObject *text = read_span(r, &s) ? name_of(s) : NULL;
    PyObject *word = text ? PyDict_GetItemWithError(n->object, text) : NULL;
    Py_XDECREF(text);
    if (!word || (n->checks_count && !text_holds(n, word, s))) return NULL;
    Py_INCREF(word);
    return word;
}

static PyObject *read_boolean(Run *r) {
    PyObject *made = *r->at == 't' ? Py_True : Py_False;
    if (!(made == Py_True ? read_word(r, "true", 4) : read_word(r, "false", 5))) return NULL;
    Py_INCREF(made);
    return made;
}

static PyObject *read_figure(Run *r, const Node *n) {
    Number number;
    if (!read_number(r, &number)) return NULL;
    PyObject *made;
    if (n->op == NUMBER) made = PyFloat_FromDouble(number.real);
    else if (number.whole) made = PyLong_FromLongLong(number.integer);
    else made = number.real == floor(number.real) ? PyLong_FromDouble(number.real) : NULL;
    if (made && n->checks_count && !number_holds(n, made, number.real)) Py_CLEAR(made);
    return made;
}

static PyObject *read_constant(Run *r, const Node *n) {
    if (n->utf8) {
        Span s;
        if (*r->at != '"') return NULL;
        r->at++;
        if (!read_span(r, &s) || s.size != n->size || memcmp(s.utf8, n->utf8, (size_t)s.size) != 0) return NULL;
    } else if (*r->at == '"' || *r->at == '{' || *r->at == '[') {
        return NULL;
    } else {
        PyObject *value = read_any(r, 0);
        bool same = value && is_constant(n, value);
        Py_XDECREF(value);
        if (!same) return NULL;
    }
    Py_INCREF(n->object);
    return n->object;
}

static bool read_items(Run *r, const Node *n, PyObject *made, int room) {
    bool more;
    Py_ssize_t count = 0;
    if (!begins(r, ']', &more)) return false;
    while (more) {
        enter(r, NULL, count++);
        PyObject *item = read_node(r, n->part, room);
        bool ok = item && PyList_Append(made, item) == 0;
        r->depth--;
        Py_XDECREF(item);
        if (!ok || !goes_on(r, ']', &more)) return false;
    }
    return count_holds(n, count);
}

static bool read_members(Run *r, const Node *n, PyObject *made, int room) {
    bool more;
    Py_ssize_t count = 0;
    if (!begins(r, '}', &more)) return false;
    while (more) {
        Span s;
        PyObject *name = read_name(r, &s) ? name_of(s) : NULL;
        if (!name) return false;
        enter(r, name, 0);
        PyObject *value = read_node(r, n->part, room);
        bool ok = value && PyDict_SetItem(made, name, value) == 0 && PyDict_Size(made) == ++count;
        r->depth--;
        Py_XDECREF(value);
        Py_DECREF(name);
        if (!ok || !goes_on(r, '}', &more)) return false;
    }
    return true;
}

/* The field of a name. Members mostly come in the order of the spec, so the search begins at the next. */
static int find_field(const Node *n, Span s, int next) {
    for (int i = 0; i < n->fields_count; i++, next++) {
        if (next >= n->fields_count) next = 0;
        const Field *f = &n->fields[next];
        if (f->size == s.size && !memcmp(f->utf8, s.utf8, (size_t)s.size)) return next;
    }
    return -1;
}

static bool read_extra(Run *r, const Node *n, Span s, PyObject **extra, int room) {
    if (!n->extra || (!*extra && !(*extra = PyDict_New()))) return false;
    Py_ssize_t count = PyDict_Size(*extra);
    PyObject *name = name_of(s), *value = name ? read_any(r, room) : NULL;
    bool ok = value && PyDict_SetItem(*extra, name, value) == 0 && PyDict_Size(*extra) == count + 1;
    Py_XDECREF(name);
    Py_XDECREF(value);
    return ok;
}

static bool read_field(Run *r, const Field *f, PyObject *made, int room) {
    if (f->forbidden) return false;
    enter(r, f->name, 0);
    PyObject *value = read_node(r, f->node, room);
    r->depth--;
    bool ok = value && (!f->slot || f->set(f->slot, made, value) == 0);
    Py_XDECREF(value);
    return ok;
}

static bool read_fields(Run *r, const Node *n, PyObject *made, int room) {
    uint64_t seen = 0;
    int next = 0;
    bool more, ok = true;
    PyObject *extra = NULL;
    if (!begins(r, '}', &more)) return false;
    while (ok && more) {
        Span s;
        if (!(ok = read_name(r, &s))) break;
        int at = find_field(n, s, next);
        if (at < 0) ok = read_extra(r, n, s, &extra, room);
        else {
            ok = !(seen >> at & 1) && read_field(r, &n->fields[at], made, room);
            seen |= (uint64_t)1 << at;
            next = at + 1;
        }
        ok = ok && goes_on(r, '}', &more);
    }
    ok = ok && complete(n, made, seen, extra);
    Py_XDECREF(extra);
    return ok && rules_hold(r, n, made);
}

static PyObject *read_record(Run *r, const Node *n, int room) {
    if (*r->at != '{' || room == 0) return NULL;
    PyObject *made = n->alloc((PyTypeObject *)n->object, 0);
    r->at++;
    if (made && !read_fields(r, n, made, room - 1)) Py_CLEAR(made);
    return made;
}

static PyObject *read_container(Run *r, const Node *n, int room) {
    char bracket = n->op == LIST ? '[' : '{';
    if (*r->at != bracket || room == 0) return NULL;
    PyObject *made = n->op == LIST ? PyList_New(0) : PyDict_New();
    r->at++;
    if (made && !(n->op == LIST ? read_items : read_members)(r, n, made, room - 1)) Py_CLEAR(made);
    return made;
}

/* The variant that the tag of the object at the cursor selects, or NULL. */
static const Node *variant_of(Run *r, const Node *n) {
    const unsigned char *saved = r->at, *found = find_member(r, saved, n->utf8, n->size);
    if (!found || *found == '{' || *found == '[' || *found == 'n') return NULL;
    r->at = found;
    Span s;
    PyObject *tag = NULL;
    if (*found == '"') {
        r->at++;
        if (read_span(r, &s)) tag = name_of(s);
    } else if (*found == 't' || *found == 'f') tag = read_boolean(r);
    PyObject *index = tag ? PyDict_GetItemWithError(n->object, tag) : NULL;
    Py_XDECREF(tag);
    r->at = saved;
    return index ? n->parts[PyLong_AsLong(index)] : NULL;
}

static PyObject *read_union(Run *r, const Node *n, int room) {
    if (*r->at != '{') return NULL;
    const Node *variant;
    if (n->op == TAGGED) variant = variant_of(r, n);
    else variant = find_member(r, r->at, n->utf8, n->size) ? n->part : n->other;
    return variant && r->budget >= 0 ? read_node(r, variant, room) : NULL;
}

static PyObject *read_choice(Run *r, const Node *n, int room) {
    int type;
    switch (*r->at) {
    case '"': type = TEXTS; break;
    case 't': case 'f': type = BOOLEANS; break;
    case '[': type = LISTS; break;
    case '{': type = OBJECTS; break;
    default: type = NUMBERS;
    }
    return n->parts[type] ? read_node(r, n->parts[type], room) : NULL;
}

/* Reads a value by a node, of at most room levels. */
PyObject *read_node(Run *r, const Node *n, int room) {
    if (*r->at == 'n' && n->nullable) {
        if (!read_word(r, "null", 4)) return NULL;
        Py_INCREF(Py_None);
        return Py_None;
    }
    switch (n->op) {
    case ANY: return read_any(r, room);
    case STRING: return read_string(r, n);
    case BOOLEAN: return *r->at == 't' || *r->at == 'f' ? read_boolean(r) : NULL;
    case INTEGER: case NUMBER: return read_figure(r, n);
    case NONE: return NULL; /* null was all it takes */
    case OBJECT: return *r->at == '{' ? read_any(r, room) : NULL;
    case CONSTANT: return read_constant(r, n);
    case WORDS: return read_words(r, n);
    case LIST: case MAP: return read_container(r, n, room);
    case RECORD: return read_record(r, n, room);
    case TAGGED: case PRESENCE: return read_union(r, n, room);
    case CHOICE: return read_choice(r, n, room);
    case READER: break;
    }
    PyObject *value = read_any(r, room), *made = value ? call_reader(r, n, value) : NULL;
    Py_XDECREF(value);
    return made;
}
