/* The common part of reading texts and values: rules, readers in Python, and the end of a record. */
#include "accel.h"

/* Steps into a member, or into an item where name is NULL. The caller steps out by r->depth--. */
void enter(Run *r, PyObject *name, Py_ssize_t index) {
    r->path[r->depth].name = name;
    r->path[r->depth].index = index;
    r->depth++;
}

static PyObject *path_of(const Run *r) {
    PyObject *path = PyTuple_New(r->depth);
    for (int i = 0; path && i < r->depth; i++) {
        PyObject *step = r->path[i].name;
        if (step) Py_INCREF(step);
        else step = PyLong_FromSsize_t(r->path[i].index);
        if (!step || PyTuple_SetItem(path, i, step) < 0) Py_CLEAR(path);
    }
    return path;
}

/* Calls a reader in Python for a plain value. It adds to the run's issues. */
PyObject *call_reader(Run *r, const Node *n, PyObject *value) {
    PyObject *path = path_of(r), *made = path ? PyObject_CallFunctionObjArgs(n->object, value, path, r->issues, NULL) : NULL;
    Py_XDECREF(path);
    return made;
}

static bool copy_slot(PyObject *slot, PyObject *from, PyObject *to) {
    descrgetfunc get = (descrgetfunc)PyType_GetSlot(Py_TYPE(slot), Py_tp_descr_get);
    descrsetfunc set = (descrsetfunc)PyType_GetSlot(Py_TYPE(slot), Py_tp_descr_set);
    PyObject *value = get(slot, from, (PyObject *)Py_TYPE(from));
    bool ok = value && set(slot, to, value) == 0;
    Py_XDECREF(value);
    return ok;
}

static bool set_slot(PyObject *slot, PyObject *to, PyObject *value) {
    descrsetfunc set = (descrsetfunc)PyType_GetSlot(Py_TYPE(slot), Py_tp_descr_set);
    bool ok = value && set(slot, to, value) == 0;
    Py_XDECREF(value);
    return ok;
}

/* A copy of a template: the inputs of rules, with the time and the bound of this message. A kind is (class, slots that are copied, the slot
 * of the time, that of the bound, the clock). */
static PyObject *inputs_like(Run *r, PyObject *template, PyObject *kind) {
    PyTypeObject *type = Py_TYPE(template);
    PyObject *slots = PyTuple_GetItem(kind, 1), *now = PyTuple_GetItem(kind, 2), *longest = PyTuple_GetItem(kind, 3), *clock = PyTuple_GetItem(kind, 4);
    allocfunc alloc = (allocfunc)PyType_GetSlot(type, Py_tp_alloc);
    PyObject *made = alloc(type, 0);
    if (!made) return NULL;
    bool ok = true;
    for (Py_ssize_t i = 0, count = PyTuple_Size(slots); ok && i < count; i++) ok = copy_slot(PyTuple_GetItem(slots, i), template, made);
    ok = ok && (r->timed ? copy_slot(now, template, made) : set_slot(now, made, PyObject_CallFunctionObjArgs(clock, NULL)));
    ok = ok && set_slot(longest, made, PyLong_FromLongLong(r->longest));
    if (!ok) Py_CLEAR(made);
    return made;
}

/* The inputs of the rules of one protocol, made on first use. Readers in Python share them, so that all see one time. */
static PyObject *inputs_of(Run *r, int kind) {
    if (!r->given[kind]) {
        PyObject *described = PyTuple_GetItem(r->plan->kinds, kind);
        if (r->issues) r->given[kind] = PyObject_CallMethod(r->issues, "given", "O", PyTuple_GetItem(described, 0));
        else r->given[kind] = inputs_like(r, PyTuple_GetItem(r->templates, kind), described);
    }
    return r->given[kind];
}

/* Adds a broken rule of level should. */
static bool advise(Run *r, PyObject *rule) {
    if (!r->advice && !(r->advice = PyList_New(0))) return false;
    PyObject *path = path_of(r), *note = path ? PyTuple_Pack(2, rule, path) : NULL;
    bool ok = note && PyList_Append(r->advice, note) == 0;
    Py_XDECREF(path);
    Py_XDECREF(note);
    return ok;
}

/* Evaluates the rules of a record. Their stages do not matter where none is broken. */
bool rules_hold(Run *r, const Node *n, PyObject *made) {
    if (n->rules_count == 0) return true;
    PyObject *given = inputs_of(r, n->kind);
    if (!given) return false;
    for (int i = 0; i < n->rules_count; i++) {
        PyObject *holds = PyObject_CallFunctionObjArgs(n->rules[i].holds, made, given, NULL);
        if (!holds) return false;
        int is = holds == Py_True ? 1 : PyObject_IsTrue(holds);
        Py_DECREF(holds);
        if (is < 0 || (!is && (!n->rules[i].rule || !advise(r, n->rules[i].rule)))) return false;
    }
    return true;
}

/* Sets the values of absent members, and the undeclared members: NULL for none. */
bool complete(const Node *n, PyObject *made, uint64_t seen, PyObject *extra) {
    for (int i = 0; i < n->fields_count; i++) {
        const Field *f = &n->fields[i];
        if (seen >> i & 1 || f->forbidden) continue;
        if (!f->absent || (f->slot && f->set(f->slot, made, f->absent) < 0)) return false;
    }
    if (!n->extra) return true;
    if (extra) return n->set_extra(n->extra, made, extra) == 0;
    return set_slot(n->extra, made, PyDict_New());
}

/* Whether a value is the constant of a node. A boolean is no number, although it is one in Python. */
bool is_constant(const Node *n, PyObject *value) {
    if (n->utf8 || PyBool_Check(n->object) || PyBool_Check(value)) {
        if (n->utf8 ? !PyUnicode_CheckExact(value) : value != n->object) return false;
        return !n->utf8 || PyUnicode_Compare(value, n->object) == 0;
    }
    if (!PyLong_CheckExact(value) && !PyFloat_CheckExact(value)) return false;
    return PyObject_RichCompareBool(value, n->object, Py_EQ) == 1;
}
