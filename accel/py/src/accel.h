/* The accelerator of envgen's Python bindings: the declarations for all files.
 *
 * The accelerator handles plainly valid values. All others are in doubt: a function then returns NULL or false, with or without a Python
 * exception, and the bindings' Python code decides. So the accelerator words no issue.
 */
#ifndef ENVGEN_ACCEL_H
#define ENVGEN_ACCEL_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <stdbool.h>
#include <stdint.h>

#ifdef Py_GIL_DISABLED
#error "the accelerator needs the GIL: on a free-threaded build, the bindings run without it"
#endif

/* The bindings refuse an accelerator with another number. */
#define ABI 1

/* Integers up to this are safe in every language. */
#define MOST_SAFE 9007199254740991LL
/* The greatest limit of depth that options may have, and one. */
#define MOST_DEPTH 257
/* How many protocols may have rules in one plan. */
#define MOST_KINDS 4
/* The size of a number, a word or a bracket with its separators is at most this. */
#define SCALAR 32

/* ---- plans ---- */

enum op { ANY, STRING, BOOLEAN, INTEGER, NUMBER, NONE, OBJECT, CONSTANT, WORDS, LIST, MAP, RECORD, TAGGED, PRESENCE, CHOICE, READER };
enum test { AT_LEAST, AT_MOST, ABOVE, BELOW, LONG, SHORT, TABLE, WALK, DATE_TIME, FAILS };
/* The JSON types of a choice, in the order of the options of its node. */
enum { TEXTS, BOOLEANS, NUMBERS, LISTS, OBJECTS, TYPES };

/* A pattern as a deterministic automaton. */
typedef struct {
    int runs, classes, states;
    uint32_t *starts;    /* of runs of characters of one class */
    int *class_of, *next; /* by run; by state and class, -1 rejects */
    unsigned char *ends, ascii[128]; /* by state: 2 accepts every continuation, 1 accepts; the class of ASCII characters */
} Automaton;

/* A part of a string: a text, or characters of some ranges. */
typedef struct {
    const char *text; /* NULL for characters */
    Py_ssize_t size;
    long least, most; /* most is -1 for no limit */
    unsigned char ascii[16]; /* the ASCII characters, a bit each */
    uint32_t *beyond; /* other characters: pairs of the first and the last */
    int ranges;
} Part;

/* A pattern that is tested part by part, from the start of a string. */
typedef struct {
    bool whole; /* nothing may follow the last part */
    int count;
    Part *parts;
} Walk;

typedef struct {
    enum test test;
    double limit;
    Automaton *automaton;
    Walk *walk;
    PyObject *fails; /* the test in Python */
} Check;

typedef struct Node Node;

typedef struct {
    PyObject *name, *slot, *absent; /* the slot is NULL for a constant, absent is NULL for a required member */
    descrsetfunc set;
    const char *utf8;
    Py_ssize_t size;
    const Node *node;
    bool forbidden;
} Field;

typedef struct {
    PyObject *holds, *rule; /* rule is NULL for a rule of level must */
} Rule;

struct Node {
    enum op op;
    bool nullable;
    int checks_count;
    Check *checks;
    PyObject *object; /* constant, words, class, variants by tag, or reader */
    const Node *part, *other; /* items, members; the variants of a presence */
    const Node **parts; /* variants; options by JSON type, some NULL */
    const char *utf8; /* of a constant or a tag */
    Py_ssize_t size;
    PyObject *tag;
    /* of a record */
    allocfunc alloc;
    PyObject *extra; /* the slot of undeclared members, NULL if the type is closed */
    descrsetfunc set_extra;
    PyObject *names;
    int fields_count, rules_count, kind;
    Field *fields;
    Rule *rules;
};

typedef struct {
    PyObject_HEAD
    PyObject *make;      /* returns the description of the plan, or None if there is none; NULL afterwards */
    PyObject *prepare;   /* returns templates of the inputs of rules for options, or None */
    PyObject *templates; /* those of options without parameters and time */
    bool usable;
    PyObject *keep; /* the description, which nodes refer to */
    Node *nodes;
    int nodes_count;
    bool reads; /* whether nodes call readers in Python, or a gate looks at the version */
    PyObject *open, *gate, *gate_path, *kinds;
} Plan;

/* A step of a path: into a member, or into an item where the name is NULL. */
typedef struct {
    PyObject *name;
    Py_ssize_t index;
} Step;

/* One value that is read. */
typedef struct {
    Plan *plan;
    const unsigned char *at, *end; /* of a text, the part that has not been read */
    Py_ssize_t budget; /* how many bytes may be passed over in search of tags */
    char *scratch; /* a string without its escapes */
    Py_ssize_t capacity;
    int64_t size; /* of a value, a bound of its size in bytes of JSON */
    int64_t longest; /* a bound of the size of the message, for rules */
    PyObject *issues, *templates, *given[MOST_KINDS], *advice;
    bool timed; /* whether the options have a time */
    int depth;
    Step path[MOST_DEPTH + 1];
} Run;

/* The content of a string as UTF-8: a part of the text, or of scratch. */
typedef struct {
    const char *utf8;
    Py_ssize_t size;
} Span;

/* text.c */
void start(Run *r, const char *bytes, Py_ssize_t size);
bool skip_spaces(Run *r);
bool read_span(Run *r, Span *s);
PyObject *text_of(Span s);
PyObject *name_of(Span s);
typedef struct {
    bool whole; /* without fraction and exponent */
    long long integer;
    double real;
} Number;
bool read_number(Run *r, Number *n);
bool read_word(Run *r, const char *word, Py_ssize_t size);
bool begins(Run *r, char closing, bool *more);
bool goes_on(Run *r, char closing, bool *more);
bool read_name(Run *r, Span *s);
PyObject *read_any(Run *r, int room);
const unsigned char *find_member(Run *r, const unsigned char *object, const char *name, Py_ssize_t size);

/* plain.c */
bool is_safe(PyObject *integer, long long *value);
bool is_sound(Run *r, PyObject *text);
bool is_plain(Run *r, PyObject *value, int room);

/* check.c */
Automaton *automaton_of(const char *table);
void free_automaton(Automaton *a);
Walk *walk_of(const char *text);
void free_walk(Walk *w);
bool text_holds(const Node *n, PyObject *text, Span s);
bool number_holds(const Node *n, PyObject *number, double value);
bool count_holds(const Node *n, Py_ssize_t count);

/* build.c */
void enter(Run *r, PyObject *name, Py_ssize_t index);
PyObject *call_reader(Run *r, const Node *n, PyObject *value);
bool rules_hold(Run *r, const Node *n, PyObject *made);
bool complete(const Node *n, PyObject *made, uint64_t seen, PyObject *extra);
bool is_constant(const Node *n, PyObject *value);

/* read.c, take.c: values from a text, and from a Python value, by a node */
PyObject *read_node(Run *r, const Node *n, int room);
PyObject *take_node(Run *r, const Node *n, PyObject *value, int room);

/* plan.c */
bool make_nodes(Plan *p);
void free_nodes(Plan *p);

/* write.c */
PyObject *write_value(PyObject *value, int room, PyObject *record, bool size_only);
void free_shapes(void);

#endif
