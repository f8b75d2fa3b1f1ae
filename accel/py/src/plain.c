/* The proof that a Python value is JSON, with ordinary classes and numbers only. */
#include "accel.h"
#include <math.h>

bool is_safe(PyObject *integer, long long *value) {
    int overflow;
    *value = PyLong_AsLongLongAndOverflow(integer, &overflow);
    return !overflow && *value >= -MOST_SAFE && *value <= MOST_SAFE;
}

/* Whether a string has no lone surrogate. */
bool is_sound(Run *r, PyObject *text) {
    Py_ssize_t size;
    if (!PyUnicode_AsUTF8AndSize(text, &size)) return false;
    r->size += 6 * (int64_t)size + 4;
    return true;
}

static bool is_plain_dict(Run *r, PyObject *value, int room) {
    Py_ssize_t at = 0;
    PyObject *name, *member;
    while (PyDict_Next(value, &at, &name, &member))
        if (!PyUnicode_CheckExact(name) || !is_sound(r, name) || !is_plain(r, member, room)) return false;
    return true;
}

static bool is_plain_list(Run *r, PyObject *value, int room) {
    Py_ssize_t size = PyList_Size(value);
    for (Py_ssize_t i = 0; i < size; i++)
        if (!is_plain(r, PyList_GetItem(value, i), room)) return false;
    return true;
}

bool is_plain(Run *r, PyObject *value, int room) {
    long long integer;
    if (PyUnicode_CheckExact(value)) return is_sound(r, value);
    r->size += SCALAR;
    if (value == Py_None || PyBool_Check(value)) return true;
    if (PyLong_CheckExact(value)) return is_safe(value, &integer);
    if (PyFloat_CheckExact(value)) return fabs(PyFloat_AsDouble(value)) <= (double)MOST_SAFE;
    if (PyDict_CheckExact(value)) return room > 0 && is_plain_dict(r, value, room - 1);
    return PyList_CheckExact(value) && room > 0 && is_plain_list(r, value, room - 1);
}
