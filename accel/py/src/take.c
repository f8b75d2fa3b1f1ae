/* Values from a Python value, by a node. Parts of the value are referenced here while Python code runs, because it may change their
 * container. */
#include "accel.h"
#include <math.h>

static PyObject *as_it_is(PyObject *value) {
    Py_INCREF(value);
    return value;
}

static bool span_of(PyObject *text, Span *s) { return (s->utf8 = PyUnicode_AsUTF8AndSize(text, &s->size)) != NULL; }

static PyObject *take_string(Run *r, const Node *n, PyObject *value) {
    Span s;
    if (!PyUnicode_CheckExact(value) || !is_sound(r, value) || !span_of(value, &s)) return NULL;
    PyObject *made = n->op == WORDS ? PyDict_GetItemWithError(n->object, value) : value;
    return made && (!n->checks_count || text_holds(n, made, s)) ? as_it_is(made) : NULL;
}

static PyObject *take_figure(Run *r, const Node *n, PyObject *value) {
    long long integer;
    double real;
    PyObject *made;
    r->size += SCALAR;
    if (PyLong_CheckExact(value)) {
        if (!is_safe(value, &integer)) return NULL;
        real = (double)integer;
        made = n->op == NUMBER ? PyFloat_FromDouble(real) : as_it_is(value);
    } else {
        if (!PyFloat_CheckExact(value)) return NULL;
        real = PyFloat_AsDouble(value) + 0.0; /* of -0, 0 */
        if (!(fabs(real) <= (double)MOST_SAFE) || (n->op == INTEGER && real != floor(real))) return NULL;
        made = n->op == NUMBER ? PyFloat_FromDouble(real) : PyLong_FromDouble(real);
    }
    if (made && n->checks_count && !number_holds(n, made, real)) Py_CLEAR(made);
    return made;
}

static PyObject *take_list(Run *r, const Node *n, PyObject *value, int room) {
    if (!PyList_CheckExact(value) || room == 0) return NULL;
    Py_ssize_t count = PyList_Size(value);
    PyObject *made = count_holds(n, count) ? PyList_New(0) : NULL;
    for (Py_ssize_t i = 0; made && i < count; i++) {
        PyObject *item = PyList_GetItem(value, i); /* NULL if the list has become shorter */
        if (!item) {
            Py_CLEAR(made);
            break;
        }
        Py_INCREF(item);
        enter(r, NULL, i);
        PyObject *taken = take_node(r, n->part, item, room - 1);
        r->depth--;
        if (!taken || PyList_Append(made, taken) < 0) Py_CLEAR(made);
        Py_XDECREF(taken);
        Py_DECREF(item);
    }
    return made;
}

static bool take_member(Run *r, const Node *n, PyObject *name, PyObject *member, PyObject *made, int room) {
    if (!PyUnicode_CheckExact(name) || !is_sound(r, name)) return false;
    enter(r, name, 0);
    PyObject *taken = take_node(r, n->part, member, room);
    r->depth--;
    bool ok = taken && PyDict_SetItem(made, name, taken) == 0;
    Py_XDECREF(taken);
    return ok;
}

static PyObject *take_map(Run *r, const Node *n, PyObject *value, int room) {
    if (!PyDict_CheckExact(value) || room == 0) return NULL;
    PyObject *made = PyDict_New(), *name, *member;
    Py_ssize_t at = 0, count = PyDict_Size(value);
    while (made && PyDict_Next(value, &at, &name, &member)) {
        Py_INCREF(name);
        Py_INCREF(member);
        if (!take_member(r, n, name, member, made, room - 1)) Py_CLEAR(made);
        Py_DECREF(name);
        Py_DECREF(member);
    }
    if (made && PyDict_Size(made) != count) Py_CLEAR(made);
    return made;
}

/* The undeclared members of a dict, as a dict of their own. */
static PyObject *take_extra(Run *r, const Node *n, PyObject *value, int room) {
    PyObject *extra = n->extra ? PyDict_New() : NULL, *name, *member;
    Py_ssize_t at = 0;
    while (extra && PyDict_Next(value, &at, &name, &member)) {
        int declared = PyUnicode_CheckExact(name) ? PySequence_Contains(n->names, name) : -1;
        if (declared < 0) Py_CLEAR(extra);
        else if (!declared && (!is_sound(r, name) || !is_plain(r, member, room) || PyDict_SetItem(extra, name, member) < 0)) Py_CLEAR(extra);
    }
    return extra;
}

static bool take_fields(Run *r, const Node *n, PyObject *value, PyObject *made, int room) {
    uint64_t seen = 0;
    Py_ssize_t found = 0;
    for (int i = 0; i < n->fields_count; i++) {
        const Field *f = &n->fields[i];
        PyObject *member = PyDict_GetItemWithError(value, f->name);
        if (!member) continue;
        if (f->forbidden) return false;
        Py_INCREF(member);
        enter(r, f->name, 0);
        PyObject *taken = take_node(r, f->node, member, room);
        r->depth--;
        Py_DECREF(member);
        bool ok = taken && (!f->slot || f->set(f->slot, made, taken) == 0);
        Py_XDECREF(taken);
        if (!ok) return false;
        seen |= (uint64_t)1 << i;
        found++;
        r->size += 6 * (int64_t)f->size + 4;
    }
    PyObject *extra = NULL;
    if (PyDict_Size(value) != found && !(extra = take_extra(r, n, value, room))) return false;
    bool ok = complete(n, made, seen, extra);
    Py_XDECREF(extra);
    return ok && rules_hold(r, n, made);
}

static PyObject *take_record(Run *r, const Node *n, PyObject *value, int room) {
    if (!PyDict_CheckExact(value) || room == 0) return NULL;
    PyObject *made = n->alloc((PyTypeObject *)n->object, 0);
    if (made && !take_fields(r, n, value, made, room - 1)) Py_CLEAR(made);
    return made;
}

static PyObject *take_union(Run *r, const Node *n, PyObject *value, int room) {
    if (!PyDict_CheckExact(value)) return NULL;
    PyObject *tag = PyDict_GetItemWithError(value, n->tag);
    if (n->op == PRESENCE) return PyErr_Occurred() ? NULL : take_node(r, tag ? n->part : n->other, value, room);
    if (!tag || (!PyUnicode_CheckExact(tag) && !PyBool_Check(tag))) return NULL;
    PyObject *index = PyDict_GetItemWithError(n->object, tag);
    return index ? take_node(r, n->parts[PyLong_AsLong(index)], value, room) : NULL;
}

static PyObject *take_choice(Run *r, const Node *n, PyObject *value, int room) {
    int type;
    if (PyUnicode_CheckExact(value)) type = TEXTS;
    else if (PyBool_Check(value)) type = BOOLEANS;
    else if (PyLong_CheckExact(value) || PyFloat_CheckExact(value)) type = NUMBERS;
    else if (PyList_CheckExact(value)) type = LISTS;
    else if (PyDict_CheckExact(value)) type = OBJECTS;
    else return NULL;
    return n->parts[type] ? take_node(r, n->parts[type], value, room) : NULL;
}

static PyObject *take_scalar(Run *r, const Node *n, PyObject *value) {
    r->size += n->utf8 ? 6 * (int64_t)n->size + SCALAR : SCALAR;
    if (n->op == BOOLEAN) return PyBool_Check(value) ? as_it_is(value) : NULL;
    long long integer;
    if (PyLong_CheckExact(value) && !is_safe(value, &integer)) return NULL;
    return is_constant(n, value) ? as_it_is(n->object) : NULL;
}

/* Takes a value by a node, of at most room levels. The caller has a reference to it. */
PyObject *take_node(Run *r, const Node *n, PyObject *value, int room) {
    if (value == Py_None && n->nullable) {
        r->size += SCALAR;
        return as_it_is(value);
    }
    switch (n->op) {
    case ANY: return is_plain(r, value, room) ? as_it_is(value) : NULL;
    case STRING: case WORDS: return take_string(r, n, value);
    case INTEGER: case NUMBER: return take_figure(r, n, value);
    case NONE: return NULL; /* null was all it takes */
    case OBJECT: return PyDict_CheckExact(value) && is_plain(r, value, room) ? as_it_is(value) : NULL;
    case BOOLEAN: case CONSTANT: return take_scalar(r, n, value);
    case LIST: r->size += SCALAR; return take_list(r, n, value, room);
    case MAP: r->size += SCALAR; return take_map(r, n, value, room);
    case RECORD: r->size += SCALAR; return take_record(r, n, value, room);
    case TAGGED: case PRESENCE: return take_union(r, n, value, room);
    case CHOICE: return take_choice(r, n, value, room);
    case READER: break;
    }
    return is_plain(r, value, room) ? call_reader(r, n, value) : NULL;
}
