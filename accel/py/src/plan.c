/* Plans: nodes made of the description that the bindings put together. The description is the program's own, but its shape is checked. */
#include "accel.h"
#include <string.h>

/* Raises the error for a malformed description. The bindings then use no plan. */
static bool malformed(void) {
    if (!PyErr_Occurred()) PyErr_SetString(PyExc_ValueError, "the description of the plan is malformed");
    return false;
}

static PyObject *item(PyObject *tuple, Py_ssize_t i) { return tuple && PyTuple_Check(tuple) && i < PyTuple_Size(tuple) ? PyTuple_GetItem(tuple, i) : NULL; }

static Py_ssize_t count_of(PyObject *tuple) { return tuple && PyTuple_Check(tuple) ? PyTuple_Size(tuple) : 0; }

static long integer_of(PyObject *number, long most) {
    long value = number ? PyLong_AsLong(number) : -1;
    return value > most ? -1 : value;
}

/* The node with a number in the description; NULL for -1. */
static bool node_at(Plan *p, PyObject *number, const Node **node) {
    long index = integer_of(number, p->nodes_count - 1L);
    *node = index < 0 ? NULL : &p->nodes[index];
    return !PyErr_Occurred();
}

static bool make_check(Check *c, PyObject *from) {
    PyObject *value = item(from, 1);
    long test = integer_of(item(from, 0), FAILS);
    if (test < 0 || !value) return malformed();
    c->test = (enum test)test;
    c->fails = item(from, 2);
    if (test <= SHORT) {
        c->limit = PyFloat_AsDouble(value);
        return !PyErr_Occurred();
    }
    if (test == TABLE || test == WALK) {
        Py_ssize_t size;
        const char *pattern = PyUnicode_AsUTF8AndSize(value, &size);
        if (!pattern) return false;
        return test == TABLE ? (c->automaton = automaton_of(pattern)) != NULL : (c->walk = walk_of(pattern)) != NULL;
    }
    return c->fails && PyCallable_Check(c->fails) ? true : malformed();
}

static bool make_checks(Node *n, PyObject *from) {
    Py_ssize_t count = count_of(from);
    if (count == 0) return true;
    if (!(n->checks = PyMem_Calloc((size_t)count, sizeof *n->checks))) return PyErr_NoMemory() != NULL;
    n->checks_count = (int)count;
    for (int i = 0; i < n->checks_count; i++)
        if (!make_check(&n->checks[i], item(from, i))) return false;
    return true;
}

static bool make_parts(Plan *p, Node *n, PyObject *from) {
    Py_ssize_t count = count_of(from);
    if (!(n->parts = PyMem_Calloc((size_t)count + 1, sizeof *n->parts))) return PyErr_NoMemory() != NULL;
    for (Py_ssize_t i = 0; i < count; i++)
        if (!node_at(p, item(from, i), &n->parts[i])) return false;
    return n->op != CHOICE || count == TYPES ? true : malformed();
}

static descrsetfunc setter_of(PyObject *slot) { return Py_IS_TYPE(slot, &PyMemberDescr_Type) ? (descrsetfunc)PyType_GetSlot(Py_TYPE(slot), Py_tp_descr_set) : NULL; }

static bool make_field(Plan *p, Field *f, PyObject *from) {
    PyObject *slot = item(from, 1), *absent = item(from, 2);
    f->name = item(from, 0);
    if (!f->name || !PyUnicode_CheckExact(f->name) || !(f->utf8 = PyUnicode_AsUTF8AndSize(f->name, &f->size)) || !absent) return malformed();
    if (slot != Py_None) {
        f->slot = slot;
        if (!(f->set = setter_of(slot))) return malformed();
    }
    if (absent != Py_Ellipsis) f->absent = absent;
    if (!node_at(p, item(from, 3), &f->node)) return false;
    f->forbidden = f->node == NULL;
    return true;
}

/* (class, slot of undeclared members or None, names, fields, rules, number of their protocol) */
static bool make_record(Plan *p, Node *n, PyObject *from) {
    PyObject *class = item(from, 3), *extra = item(from, 4), *fields = item(from, 6), *rules = item(from, 7);
    Py_ssize_t fields_count = count_of(fields), rules_count = count_of(rules);
    if (!class || !PyType_Check(class) || !extra || fields_count > 64) return malformed();
    n->object = class;
    n->names = item(from, 5);
    n->kind = (int)integer_of(item(from, 8), MOST_KINDS - 1);
    if (!(n->alloc = (allocfunc)PyType_GetSlot((PyTypeObject *)class, Py_tp_alloc)) || !n->names || (rules_count && n->kind < 0)) return malformed();
    if (extra != Py_None) {
        n->extra = extra;
        if (!(n->set_extra = setter_of(extra))) return malformed();
    }
    n->fields = PyMem_Calloc((size_t)fields_count + 1, sizeof *n->fields);
    n->rules = PyMem_Calloc((size_t)rules_count + 1, sizeof *n->rules);
    if (!n->fields || !n->rules) return PyErr_NoMemory() != NULL;
    for (; n->fields_count < fields_count; n->fields_count++)
        if (!make_field(p, &n->fields[n->fields_count], item(fields, n->fields_count))) return false;
    for (; n->rules_count < rules_count; n->rules_count++) {
        PyObject *rule = item(rules, n->rules_count), *level = item(rule, 1);
        if (!level) return malformed();
        n->rules[n->rules_count] = (Rule){item(rule, 0), level == Py_None ? NULL : level};
    }
    return true;
}

/* (op, whether null is accepted, checks, arguments of the op ...) */
static bool make_node(Plan *p, Node *n, PyObject *from) {
    long op = integer_of(item(from, 0), READER);
    if (op < 0 || !item(from, 2)) return malformed();
    n->op = (enum op)op;
    n->nullable = PyObject_IsTrue(item(from, 1)) == 1;
    if (!make_checks(n, item(from, 2))) return false;
    PyObject *argument = item(from, 3);
    if (op >= CONSTANT && !argument) return malformed();
    switch (n->op) {
    case CONSTANT: case WORDS: case READER:
        n->object = argument;
        if (op == CONSTANT && PyUnicode_Check(argument) && !(n->utf8 = PyUnicode_AsUTF8AndSize(argument, &n->size))) return false;
        return op != WORDS || PyDict_CheckExact(argument) ? true : malformed();
    case LIST: case MAP: return (node_at(p, argument, &n->part) && n->part) || malformed();
    case RECORD: return make_record(p, n, from);
    case TAGGED: case PRESENCE:
        n->tag = argument;
        if (!PyUnicode_CheckExact(argument) || !(n->utf8 = PyUnicode_AsUTF8AndSize(argument, &n->size))) return malformed();
        if (op == PRESENCE) return (node_at(p, item(from, 4), &n->part) && node_at(p, item(from, 5), &n->other) && n->part && n->other) || malformed();
        n->object = item(from, 4);
        return (n->object && PyDict_CheckExact(n->object) && make_parts(p, n, item(from, 5))) || malformed();
    case CHOICE: return make_parts(p, n, argument);
    default: return true;
    }
}

void free_nodes(Plan *p) {
    for (int i = 0; p->nodes && i < p->nodes_count; i++) {
        Node *n = &p->nodes[i];
        for (int j = 0; j < n->checks_count; j++) {
            free_automaton(n->checks[j].automaton);
            free_walk(n->checks[j].walk);
        }
        PyMem_Free(n->checks);
        PyMem_Free(n->parts);
        PyMem_Free(n->fields);
        PyMem_Free(n->rules);
    }
    PyMem_Free(p->nodes);
    p->nodes = NULL;
    p->nodes_count = 0;
}

/* Makes the nodes of p->keep: (nodes, kinds, function that opens issues or None, gate or None, path of the version). */
bool make_nodes(Plan *p) {
    PyObject *nodes = item(p->keep, 0), *gate = item(p->keep, 3);
    p->kinds = item(p->keep, 1);
    p->open = item(p->keep, 2);
    p->gate_path = item(p->keep, 4);
    Py_ssize_t count = count_of(nodes);
    if (count == 0 || count > INT32_MAX || !p->kinds || !p->gate_path || count_of(p->kinds) > MOST_KINDS) return malformed();
    p->reads = p->open != Py_None;
    p->gate = gate == Py_None ? NULL : gate;
    if (!(p->nodes = PyMem_Calloc((size_t)count, sizeof *p->nodes))) return PyErr_NoMemory() != NULL;
    p->nodes_count = (int)count;
    for (int i = 0; i < p->nodes_count; i++)
        if (!make_node(p, &p->nodes[i], item(nodes, i))) return false;
    return true;
}
