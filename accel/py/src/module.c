/* The module: functions for any value, and plans, which read the values of one type. */
#include "accel.h"

/* The result of a function that leaves the case to Python. Exceptions such as KeyboardInterrupt are raised. */
static PyObject *in_doubt(void) {
    if (PyErr_Occurred() && !PyErr_ExceptionMatches(PyExc_Exception)) return NULL;
    PyErr_Clear();
    Py_INCREF(Py_NotImplemented);
    return Py_NotImplemented;
}

static PyObject *or_doubt(PyObject *made) { return made ? made : in_doubt(); }

static bool text_bytes(PyObject *data, const char **bytes, Py_ssize_t *size) {
    char *content;
    if (PyUnicode_CheckExact(data)) return (*bytes = PyUnicode_AsUTF8AndSize(data, size)) != NULL;
    if (!PyBytes_CheckExact(data) || PyBytes_AsStringAndSize(data, &content, size) < 0) return false;
    *bytes = content;
    return true;
}

/* ---- values ---- */

static PyObject *accel_read(PyObject *module, PyObject *args) {
    PyObject *data;
    Py_ssize_t most, size;
    int room;
    const char *bytes;
    (void)module;
    if (!PyArg_ParseTuple(args, "Oni", &data, &most, &room)) return NULL;
    if (!text_bytes(data, &bytes, &size) || size > most || room > MOST_DEPTH) return in_doubt();
    Run r;
    start(&r, bytes, size);
    PyObject *made = skip_spaces(&r) ? read_any(&r, room) : NULL;
    if (made && skip_spaces(&r)) Py_CLEAR(made);
    PyMem_Free(r.scratch);
    return or_doubt(made);
}

static PyObject *accel_is_plain(PyObject *module, PyObject *args) {
    PyObject *value;
    int room;
    (void)module;
    if (!PyArg_ParseTuple(args, "Oi", &value, &room)) return NULL;
    Run r;
    start(&r, NULL, 0);
    bool plain = room <= MOST_DEPTH && is_plain(&r, value, room);
    if (PyErr_Occurred()) PyErr_Clear(); /* of a lone surrogate */
    return PyBool_FromLong(plain);
}

static PyObject *written(PyObject *args, bool size_only) {
    PyObject *value, *record;
    int room;
    if (!PyArg_ParseTuple(args, "OiO!", &value, &room, &PyType_Type, &record)) return NULL;
    if (room > MOST_DEPTH) return in_doubt();
    return or_doubt(write_value(value, room, record, size_only));
}

static PyObject *accel_write(PyObject *module, PyObject *args) {
    (void)module;
    return written(args, false);
}

static PyObject *accel_size(PyObject *module, PyObject *args) {
    (void)module;
    return written(args, true);
}

/* ---- plans ---- */

static PyTypeObject *advised; /* a value with its broken rules of level should */

static int plan_init(PyObject *self, PyObject *args, PyObject *kwargs) {
    Plan *p = (Plan *)self;
    PyObject *make, *prepare;
    if (kwargs || p->make || p->keep) {
        PyErr_SetString(PyExc_TypeError, "a plan takes two arguments, once");
        return -1;
    }
    if (!PyArg_ParseTuple(args, "OO", &make, &prepare)) return -1;
    Py_INCREF(make);
    Py_INCREF(prepare);
    p->make = make;
    p->prepare = prepare;
    return 0;
}

static void plan_dealloc(PyObject *self) {
    Plan *p = (Plan *)self;
    PyTypeObject *type = Py_TYPE(self);
    free_nodes(p);
    Py_XDECREF(p->make);
    Py_XDECREF(p->prepare);
    Py_XDECREF(p->keep);
    Py_XDECREF(p->templates);
    ((freefunc)PyType_GetSlot(type, Py_tp_free))(self);
    Py_DECREF(type);
}

/* Makes the nodes on first use. A type that has none is left to Python. */
static bool is_usable(Plan *p) {
    if (!p->make) return p->usable;
    PyObject *make = p->make;
    p->make = NULL;
    p->keep = PyObject_CallFunctionObjArgs(make, NULL);
    Py_DECREF(make);
    p->usable = p->keep && p->keep != Py_None && make_nodes(p);
    return p->usable;
}

/* The meaning of a call's options. */
typedef struct {
    Py_ssize_t most;
    int room;
    bool timed;
    PyObject *templates; /* of the inputs of rules; a reference */
} Limits;

static bool read_limit(PyObject *options, const char *name, Py_ssize_t *limit) {
    PyObject *value = PyObject_GetAttrString(options, name);
    *limit = value ? PyLong_AsSsize_t(value) : -1;
    Py_XDECREF(value);
    return *limit >= 0;
}

/* Whether options have neither parameters nor a time: then the templates of all calls are alike. */
static int are_plain(PyObject *options, bool *timed) {
    PyObject *now = PyObject_GetAttrString(options, "now"), *params = PyObject_GetAttrString(options, "params");
    int given = params ? PyObject_IsTrue(params) : -1;
    *timed = now != Py_None;
    Py_XDECREF(now);
    Py_XDECREF(params);
    return !now || given < 0 ? -1 : !given && !*timed;
}

/* Reads options. Parameters that the protocol does not have raise; templates are None where Python has to look. */
static bool read_options(Plan *p, PyObject *options, Limits *l) {
    Py_ssize_t room;
    int plain = are_plain(options, &l->timed);
    if (plain < 0 || !read_limit(options, "max_bytes", &l->most) || !read_limit(options, "max_depth", &room)) return false;
    l->room = room < MOST_DEPTH ? (int)room : MOST_DEPTH;
    if (!plain || !p->templates) {
        l->templates = PyObject_CallFunctionObjArgs(p->prepare, options, NULL);
        if (!plain || !l->templates || p->templates) return l->templates != NULL; /* another thread may have been faster */
        p->templates = l->templates;
    }
    l->templates = p->templates;
    Py_INCREF(l->templates);
    return true;
}

static bool passes_gate(Run *r, PyObject *version) {
    if (!version || !PyUnicode_CheckExact(version)) return false;
    PyObject *passes = PyObject_CallFunctionObjArgs(r->plan->gate, version, r->issues, NULL);
    bool is = passes == Py_True;
    Py_XDECREF(passes);
    return is;
}

/* Whether the version in a text is accepted. */
static bool text_passes(Run *r) {
    const unsigned char *begin = r->at, *at = begin;
    for (Py_ssize_t i = 0; i < PyTuple_Size(r->plan->gate_path); i++) {
        Py_ssize_t size;
        const char *name = PyUnicode_AsUTF8AndSize(PyTuple_GetItem(r->plan->gate_path, i), &size);
        if (!name || *at != '{' || !(at = find_member(r, at, name, size))) return false;
    }
    Span s;
    if (*at != '"') return false;
    r->at = at + 1;
    PyObject *version = read_span(r, &s) ? name_of(s) : NULL;
    bool passes = passes_gate(r, version);
    Py_XDECREF(version);
    r->at = begin;
    return passes;
}

static bool value_passes(Run *r, PyObject *value) {
    for (Py_ssize_t i = 0; value && i < PyTuple_Size(r->plan->gate_path); i++)
        value = PyDict_CheckExact(value) ? PyDict_GetItemWithError(value, PyTuple_GetItem(r->plan->gate_path, i)) : NULL;
    if (!value) return false;
    Py_INCREF(value);
    bool passes = passes_gate(r, value);
    Py_DECREF(value);
    return passes;
}

static PyObject *read_text(Run *r, int room) {
    const Plan *p = r->plan;
    if (!skip_spaces(r) || (p->gate && !text_passes(r))) return NULL;
    PyObject *made = read_node(r, p->nodes, room);
    if (made && skip_spaces(r)) Py_CLEAR(made);
    return made;
}

static PyObject *take_value(Run *r, PyObject *value, int room, Py_ssize_t most) {
    const Plan *p = r->plan;
    if (p->gate && !value_passes(r, value)) return NULL;
    PyObject *made = take_node(r, p->nodes, value, room);
    if (made && r->size > most) Py_CLEAR(made);
    return made;
}

/* Finishes the work of readers in Python. Their issues are left to Python. */
static bool is_settled(Run *r) {
    if (!r->issues) return true;
    PyObject *settled = PyObject_CallMethod(r->issues, "settle", NULL);
    bool is = settled == Py_True;
    Py_XDECREF(settled);
    return is;
}

static PyObject *with_advice(Run *r, PyObject *made) {
    if (!r->advice) return made;
    PyObject *both = PyStructSequence_New(advised);
    if (!both) {
        Py_DECREF(made);
        return NULL;
    }
    Py_INCREF(r->advice);
    PyStructSequence_SetItem(both, 0, made);
    PyStructSequence_SetItem(both, 1, r->advice);
    return both;
}

static void open_issues(Run *r, PyObject *options) {
    PyObject *longest = PyLong_FromLongLong(r->longest);
    r->issues = longest ? PyObject_CallFunctionObjArgs(r->plan->open, options, longest, NULL) : NULL;
    Py_XDECREF(longest);
}

static PyObject *read_with(Plan *p, PyObject *given, PyObject *options, const Limits *l, bool is_text) {
    const char *bytes = NULL;
    Py_ssize_t size = 0;
    if (!PyTuple_Check(l->templates) || l->room >= MOST_DEPTH || (is_text && (!text_bytes(given, &bytes, &size) || size > l->most))) return NULL;
    Run r;
    start(&r, bytes, size);
    r.plan = p;
    r.timed = l->timed;
    r.templates = l->templates;
    r.budget = 4 * size + 4096;
    r.longest = is_text ? 6 * (int64_t)size : INT64_MAX;
    if (p->reads) open_issues(&r, options);
    PyObject *made = NULL;
    if (!p->reads || r.issues) made = is_text ? read_text(&r, l->room) : take_value(&r, given, l->room, l->most);
    if (made && !is_settled(&r)) Py_CLEAR(made);
    if (made) made = with_advice(&r, made);
    Py_XDECREF(r.issues);
    for (int i = 0; i < MOST_KINDS; i++) Py_XDECREF(r.given[i]);
    Py_XDECREF(r.advice);
    PyMem_Free(r.scratch);
    return made;
}

static PyObject *run(PyObject *self, PyObject *const *args, Py_ssize_t count, bool is_text) {
    Plan *p = (Plan *)self;
    Limits l;
    if (count != 2) {
        PyErr_SetString(PyExc_TypeError, "a plan reads a value with options");
        return NULL;
    }
    if (!is_usable(p)) return in_doubt();
    if (!read_options(p, args[1], &l)) return NULL;
    PyObject *made = read_with(p, args[0], args[1], &l, is_text);
    Py_DECREF(l.templates);
    return or_doubt(made);
}

static PyObject *plan_decode(PyObject *self, PyObject *const *args, Py_ssize_t count) { return run(self, args, count, true); }

static PyObject *plan_convert(PyObject *self, PyObject *const *args, Py_ssize_t count) { return run(self, args, count, false); }

static PyMethodDef plan_methods[] = {
    {"decode", (PyCFunction)(void (*)(void))plan_decode, METH_FASTCALL, "Return what a valid JSON text stands for, or NotImplemented."},
    {"convert", (PyCFunction)(void (*)(void))plan_convert, METH_FASTCALL, "Return what a valid value stands for, or NotImplemented."},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot plan_slots[] = {
    {Py_tp_doc, "Reads the values of one type. The first argument returns the description, the second what options mean."},
    {Py_tp_init, plan_init},
    {Py_tp_dealloc, plan_dealloc},
    {Py_tp_methods, plan_methods},
    {0, NULL},
};

static PyType_Spec plan_spec = {"envgen_accel.Plan", sizeof(Plan), 0, Py_TPFLAGS_DEFAULT, plan_slots};

static PyMethodDef functions[] = {
    {"read", accel_read, METH_VARARGS, "Return the value of a JSON text, or NotImplemented."},
    {"is_plain", accel_is_plain, METH_VARARGS, "Return whether a value is JSON with ordinary classes and safe numbers only."},
    {"write", accel_write, METH_VARARGS, "Return the canonical JSON text of a value or record, or NotImplemented."},
    {"size", accel_size, METH_VARARGS, "Return the size of that text in bytes, or NotImplemented."},
    {NULL, NULL, 0, NULL},
};

static void module_free(void *module) {
    (void)module;
    free_shapes();
}

static struct PyModuleDef definition = {PyModuleDef_HEAD_INIT, "envgen_accel._native", "The accelerator of envgen's Python bindings.", -1, functions, NULL, NULL, NULL, module_free};

static PyStructSequence_Field advised_fields[] = {{"value", "what was read"}, {"advice", "pairs of a rule that does not hold and the path of its value"}, {NULL, NULL}};
static PyStructSequence_Desc advised_description = {"envgen_accel.Advised", "A valid value, and the rules of level should that do not hold.", advised_fields, 2};

PyMODINIT_FUNC PyInit__native(void) {
    PyObject *module = PyModule_Create(&definition), *plan = module ? PyType_FromSpec(&plan_spec) : NULL;
    if (!advised) advised = plan ? PyStructSequence_NewType(&advised_description) : NULL;
    if (!plan || !advised || PyModule_AddObjectRef(module, "Plan", plan) < 0 || PyModule_AddObjectRef(module, "Advised", (PyObject *)advised) < 0 || PyModule_AddIntConstant(module, "ABI", ABI) < 0) {
        Py_XDECREF(plan);
        Py_XDECREF(module);
        return NULL;
    }
    Py_DECREF(plan);
    return module;
}
