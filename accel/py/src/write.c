/* Canonical JSON text of values and records. */
#include "accel.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    char *text; /* NULL if only the size counts */
    Py_ssize_t size, capacity;
    bool measures;
    PyObject *record; /* the base class of records */
} Writer;

static bool grow(Writer *w, Py_ssize_t more) {
    Py_ssize_t wanted = w->capacity;
    while (wanted - w->size < more) wanted = wanted < PY_SSIZE_T_MAX / 2 ? wanted * 2 : PY_SSIZE_T_MAX;
    char *grown = PyMem_Realloc(w->text, (size_t)wanted);
    if (!grown) {
        PyErr_NoMemory();
        return false;
    }
    w->text = grown;
    w->capacity = wanted;
    return true;
}

static bool put(Writer *w, const char *piece, Py_ssize_t size) {
    if (!w->measures) {
        if (w->capacity - w->size < size && !grow(w, size)) return false;
        memcpy(w->text + w->size, piece, (size_t)size);
    }
    w->size += size;
    return true;
}

static bool put_escape(Writer *w, unsigned char c) {
    static const char letters[] = "btn fr";
    char escape[8] = {'\\', (char)c, 0};
    if (c >= '\b' && c <= '\r' && c != '\v') escape[1] = letters[c - '\b'];
    else if (c < 0x20) return put(w, escape, snprintf(escape, sizeof escape, "\\u%04x", c));
    return put(w, escape, 2);
}

static bool write_text(Writer *w, PyObject *text) {
    Py_ssize_t size;
    const char *utf8 = PyUnicode_AsUTF8AndSize(text, &size);
    if (!utf8 || !put(w, "\"", 1)) return false;
    const char *begin = utf8, *end = utf8 + size;
    for (const char *p = utf8; p < end; p++) {
        unsigned char c = (unsigned char)*p;
        if (c >= 0x20 && c != '"' && c != '\\') continue;
        if (!put(w, begin, p - begin) || !put_escape(w, c)) return false;
        begin = p + 1;
    }
    return put(w, begin, end - begin) && put(w, "\"", 1);
}

static bool write_integer(Writer *w, long long value) {
    char digits[24], *p = digits + sizeof digits;
    unsigned long long rest = value < 0 ? 0ULL - (unsigned long long)value : (unsigned long long)value;
    do *--p = (char)('0' + rest % 10);
    while (rest /= 10);
    if (value < 0) *--p = '-';
    return put(w, p, digits + sizeof digits - p);
}

/* Writes a double that has few digits behind the point: if they round to it, they are its shortest. */
static bool write_decimal(Writer *w, double value, bool *done) {
    static const double powers[] = {1e1, 1e2, 1e3, 1e4};
    double size = fabs(value);
    *done = false;
    if (size >= 1e10 || size < 1e-3) return true;
    for (int places = 1; places <= 4; places++) {
        long long scaled = llround(size * powers[places - 1]), unit = (long long)powers[places - 1];
        if ((double)scaled / powers[places - 1] != size) continue;
        char text[40];
        int count = snprintf(text, sizeof text, "%s%lld.%0*lld", value < 0 ? "-" : "", scaled / unit, places, scaled % unit);
        *done = true;
        return put(w, text, count);
    }
    return true;
}

/* Writes a double as ECMAScript does. One that needs an exponent is in doubt, and so is one beyond the safe integers. */
static bool write_double(Writer *w, double value) {
    if (!(fabs(value) <= (double)MOST_SAFE)) return false;
    if (value == floor(value)) return write_integer(w, (long long)value);
    bool done;
    if (!write_decimal(w, value, &done) || done) return done;
    char *text = PyOS_double_to_string(value, 'r', 0, 0, NULL);
    bool ok = text && !strchr(text, 'e') && put(w, text, (Py_ssize_t)strlen(text));
    PyMem_Free(text);
    return ok;
}

static bool write_any(Writer *w, PyObject *value, int room);

/* Names that may be array indexes have an order of their own, which is left to Python. */
static bool is_digits(PyObject *name) {
    Py_ssize_t size;
    const char *utf8 = PyUnicode_AsUTF8AndSize(name, &size);
    return !utf8 || (size > 0 && size <= 10 && strspn(utf8, "0123456789") == (size_t)size);
}

static bool write_entries(Writer *w, PyObject *dict, int room, bool *first) {
    Py_ssize_t at = 0;
    PyObject *name, *value;
    while (PyDict_Next(dict, &at, &name, &value)) {
        if (!PyUnicode_CheckExact(name) || is_digits(name)) return false;
        if (!*first && !put(w, ",", 1)) return false;
        *first = false;
        if (!write_text(w, name) || !put(w, ":", 1) || !write_any(w, value, room)) return false;
    }
    return true;
}

/* ---- records ---- */

typedef struct {
    PyObject *slot, *absent; /* slot is a constant where get is NULL */
    descrgetfunc get;
    char *name; /* with its quotes and colon */
    Py_ssize_t size;
} Member;

/* The members of a class of records. The table of shapes keeps the class alive. Used under the GIL. */
typedef struct {
    PyObject *type, *table, *names, *extra;
    descrgetfunc get_extra;
    int count;
    Member *members;
} Shape;

#define SHAPES 1024
#define PLACES 8
static Shape *shapes[SHAPES];

static void free_shape(Shape *s) {
    if (!s) return;
    for (int i = 0; s->members && i < s->count; i++) {
        Py_XDECREF(s->members[i].slot);
        PyMem_Free(s->members[i].name);
    }
    PyMem_Free(s->members);
    Py_XDECREF(s->type);
    Py_XDECREF(s->table);
    Py_XDECREF(s->names);
    Py_XDECREF(s->extra);
    PyMem_Free(s);
}

void free_shapes(void) {
    for (int i = 0; i < SHAPES; i++) {
        free_shape(shapes[i]);
        shapes[i] = NULL;
    }
}

static descrgetfunc getter_of(PyObject *slot) { return Py_IS_TYPE(slot, &PyMemberDescr_Type) ? (descrgetfunc)PyType_GetSlot(Py_TYPE(slot), Py_tp_descr_get) : NULL; }

static bool is_scalar(PyObject *value) { return PyUnicode_CheckExact(value) || PyLong_CheckExact(value) || PyBool_Check(value) || PyFloat_CheckExact(value) || value == Py_None; }

/* A row of the class's table: (name, attribute, absent value, message). */
static bool shape_member(Shape *s, Member *m, PyObject *row) {
    if (!PyTuple_Check(row) || PyTuple_Size(row) < 3) return false;
    Writer name = {PyMem_Malloc(64), 0, 64, false, NULL};
    bool ok = name.text && write_text(&name, PyTuple_GetItem(row, 0)) && put(&name, ":", 1);
    m->name = name.text;
    m->size = name.size;
    m->absent = PyTuple_GetItem(row, 2);
    m->slot = ok ? PyObject_GetAttr(s->type, PyTuple_GetItem(row, 1)) : NULL;
    return m->slot && ((m->get = getter_of(m->slot)) || is_scalar(m->slot));
}

/* Whether instances have slots only. A dict may hide constants. */
static bool has_slots_only(PyObject *type) {
    PyObject *offset = PyObject_GetAttrString(type, "__dictoffset__");
    bool ok = offset && PyLong_AsLong(offset) == 0;
    Py_XDECREF(offset);
    return ok;
}

static Shape *make_shape(PyObject *type) {
    Shape *s = PyMem_Calloc(1, sizeof *s);
    if (!s) return NULL;
    Py_INCREF(type);
    s->type = type;
    bool ok = has_slots_only(type) && (s->table = PyObject_GetAttrString(type, "__envelope_members__")) && PyTuple_Check(s->table)
        && (s->names = PyObject_GetAttrString(type, "__envelope_names__"));
    ok = ok && (s->members = PyMem_Calloc((size_t)PyTuple_Size(s->table) + 1, sizeof *s->members));
    for (Py_ssize_t i = 0; ok && i < PyTuple_Size(s->table); i++) {
        s->count++;
        ok = shape_member(s, &s->members[i], PyTuple_GetItem(s->table, i));
    }
    if (ok && (s->extra = PyObject_GetAttrString(type, "extra"))) ok = (s->get_extra = getter_of(s->extra)) != NULL;
    else PyErr_Clear();
    if (ok) return s;
    free_shape(s);
    return NULL;
}

/* The shape of a class, in one of a few places of the table. If all are in use, the class is left to Python. */
static const Shape *shape_of(PyObject *type) {
    for (size_t i = 0; i < PLACES; i++) {
        Shape **at = &shapes[(((uintptr_t)type >> 5) + i) % SHAPES];
        if (!*at) *at = make_shape(type);
        if (!*at || (*at)->type == type) return *at;
    }
    return NULL;
}

static bool write_extra(Writer *w, const Shape *s, PyObject *extra, int room, bool *first) {
    if (!PyDict_CheckExact(extra)) return false;
    Py_ssize_t at = 0;
    PyObject *name, *value;
    while (PyDict_Next(extra, &at, &name, &value))
        if (!PyUnicode_CheckExact(name) || PySequence_Contains(s->names, name) != 0) return false;
    return write_entries(w, extra, room, first);
}

static bool write_record(Writer *w, PyObject *value, int room) {
    const Shape *s = shape_of((PyObject *)Py_TYPE(value));
    bool first = true;
    if (!s || !put(w, "{", 1)) return false;
    for (int i = 0; i < s->count; i++) {
        const Member *m = &s->members[i];
        PyObject *member = m->slot;
        if (!m->get) Py_INCREF(member);
        else if (!(member = m->get(m->slot, value, s->type))) return false;
        bool ok = true;
        if (member != m->absent) {
            ok = (first || put(w, ",", 1)) && put(w, m->name, m->size) && write_any(w, member, room);
            first = false;
        }
        Py_DECREF(member);
        if (!ok) return false;
    }
    if (s->extra) {
        PyObject *extra = s->get_extra(s->extra, value, s->type);
        bool ok = extra && write_extra(w, s, extra, room, &first);
        Py_XDECREF(extra);
        if (!ok) return false;
    }
    return put(w, "}", 1);
}

static bool write_list(Writer *w, PyObject *list, int room) {
    if (!put(w, "[", 1)) return false;
    for (Py_ssize_t i = 0; i < PyList_Size(list); i++) {
        PyObject *item = PyList_GetItem(list, i);
        if ((i && !put(w, ",", 1)) || !write_any(w, item, room)) return false;
    }
    return put(w, "]", 1);
}

static bool write_any(Writer *w, PyObject *value, int room) {
    long long integer;
    if (PyUnicode_CheckExact(value)) return write_text(w, value);
    if (value == Py_None) return put(w, "null", 4);
    if (value == Py_True) return put(w, "true", 4);
    if (value == Py_False) return put(w, "false", 5);
    if (PyLong_CheckExact(value)) return is_safe(value, &integer) && write_integer(w, integer);
    if (PyFloat_CheckExact(value)) return write_double(w, PyFloat_AsDouble(value));
    if (room == 0) return false;
    if (PyDict_CheckExact(value)) {
        bool first = true;
        return put(w, "{", 1) && write_entries(w, value, room - 1, &first) && put(w, "}", 1);
    }
    if (PyList_CheckExact(value)) return write_list(w, value, room - 1);
    return PyObject_TypeCheck(value, (PyTypeObject *)w->record) && write_record(w, value, room - 1);
}

/* The text of a value as bytes, or its size; NULL if it is in doubt. No Python code of others runs on the way. */
PyObject *write_value(PyObject *value, int room, PyObject *record, bool size_only) {
    Writer w = {size_only ? NULL : PyMem_Malloc(1024), 0, 1024, size_only, record};
    if (!size_only && !w.text) return PyErr_NoMemory();
    PyObject *made = NULL;
    if (write_any(&w, value, room)) made = size_only ? PyLong_FromSsize_t(w.size) : PyBytes_FromStringAndSize(w.text, w.size);
    PyMem_Free(w.text);
    return made;
}
