package syntax

import (
	"slices"

	"github.com/envgen/envgen/internal/diag"
)

// Auto is `x-auto`: the value that a builder writes into a member that its caller leaves out.
type Auto struct {
	Pos   diag.Pos
	Kind  Text  // now, uuid, ulid, elapsed, value, param or env
	Value *Node // of value
	Param Text  // of param
	Env   Text  // the column of the member's catalog that names variables
	Else  Text  // the word where none is set
}

// Builder is one entry of `builders`.
type Builder struct {
	Name     Text
	Rename   []Rename
	Doc      Text
	Source   Text
	Makes    Text
	Requires []Text // JSON Pointers
	Answers  Text
	Copies   []Copying
	Drops    []Text // JSON Pointers
	Cuts     []Cut
	Keeps    []Keep
	Omits    []Filling // At and CEL
	Fills    []Filling
	Stores   []Storing
}

// Cut is one entry of `cuts`: a text of which only the beginning and the end are kept.
type Cut struct {
	At         Text // a JSON Pointer
	Head, Tail Text // CEL, or without Pos
	Mark       Text
}

// Keep is one entry of `keeps`: a list of which only some items are kept.
type Keep struct {
	At   Text // a JSON Pointer
	Most Text // CEL
	By   Text // the name of a member of the items, or without Pos
}

// Copying is one entry of `copies`: a member that is that of the message that is answered.
type Copying struct{ To, From Text } // JSON Pointers

// Filling is one entry of `fills`: a member that is computed.
type Filling struct {
	At   Text // a JSON Pointer
	When Text // CEL, or without Pos
	CEL  Text
}

// Output is how builders lay a message out.
type Output struct {
	Pos    diag.Pos
	Indent *Node // a number, or nil
	End    Text
	Exit   Text // Catalog.column
}

// Refusal is the failure that a text which is no valid message becomes.
type Refusal struct {
	Pos     diag.Pos
	Makes   Text
	Members []Member // scalars, by name
	JSON    []Member // the same, for texts that are no JSON
	Long    []Member // the same, for texts that are longer than Most
	Most    Text     // a parameter, or without Pos
}

// Dispatch is one entry of `dispatch`.
type Dispatch struct {
	Name       Text
	Rename     []Rename
	Doc        Text
	Source     Text
	Over       Text
	By         Text // a JSON Pointer, or Catalog.column
	Unaccepted Text
}

var (
	autoWords    = []string{"now", "uuid", "ulid", "elapsed", "counter"}
	autoKeys     = []string{"value", "param", "env", "else"}
	builderKeys  = []string{"description", "source", "x-name", "makes", "requires", "answers", "copies", "drops", "fills", "stores", "cuts", "keeps", "omits"}
	cutKeys      = []string{"head", "tail", "mark"}
	keepKeys     = []string{"most", "by"}
	fillingKeys  = []string{"when", "cel"}
	outputKeys   = []string{"indent", "end", "exit"}
	refusalKeys  = []string{"makes", "members", "json", "long", "most"}
	dispatchKeys = []string{"description", "source", "x-name", "over", "by", "unaccepted"}
)

func (r *reader) auto(m Member) Auto {
	a := Auto{Pos: m.Value.Pos}
	if m.Value.Kind == TextNode {
		if a.Kind = r.text(m); !slices.Contains(autoWords, a.Kind.Value) {
			r.fail(a.Pos, "auto", diag.DidYouMean(a.Kind.Value, autoWords), "the values are now, uuid, ulid, elapsed, counter, {value: ...} or {env: ..., else: ...}, not %s", quote(a.Kind.Value))
		}
		return a
	}
	if !r.is(m, MapNode) {
		return a
	}
	for _, k := range m.Value.Members {
		switch k.Key.Value {
		case "value":
			a.Kind, a.Value = k.Key, k.Value
		case "param":
			a.Kind, a.Param = k.Key, r.text(k)
		case "env":
			a.Kind, a.Env = k.Key, r.text(k)
		case "else":
			a.Else = r.text(k)
		default:
			r.unknown(k.Key, autoKeys, nil, nil)
		}
	}
	switch {
	case len(m.Value.Members) > 1 && (a.Value != nil || a.Param.Pos.IsValid()):
		r.fail(a.Pos, "auto", "keep one of them", "`value`, `param` and `env` exclude each other")
	case a.Value == nil && !a.Param.Pos.IsValid() && !r.meant["value"] && !r.meant["param"] && !r.meant["env"] && !r.meant["else"]:
		r.complete(m.Key, m.Value, "`x-auto`", "env", "else")
	}
	return a
}

func (r *reader) builders(f *File, m Member) {
	if !r.is(m, MapNode) {
		return
	}
	for _, e := range m.Value.Members {
		if r.is(e, MapNode) {
			f.Builders = append(f.Builders, r.builder(e))
		}
	}
}

func (r *reader) builder(e Member) Builder {
	b := Builder{Name: e.Key}
	for _, k := range e.Value.Members {
		switch k.Key.Value {
		case "description":
			b.Doc = r.text(k)
		case "source":
			b.Source = r.text(k)
		case "x-name":
			b.Rename = r.rename(k)
		case "makes":
			b.Makes = r.text(k)
		case "requires":
			b.Requires = r.names(k)
		case "answers":
			b.Answers = r.text(k)
		case "copies":
			if r.is(k, MapNode) {
				for _, c := range k.Value.Members {
					b.Copies = append(b.Copies, Copying{c.Key, r.text(c)})
				}
			}
		case "drops":
			b.Drops = r.names(k)
		case "fills":
			b.Fills = r.fillings(k)
		case "stores":
			b.Stores = r.stores(k)
		case "cuts":
			b.Cuts = r.cuts(k)
		case "keeps":
			b.Keeps = r.keeps(k)
		case "omits":
			if r.is(k, MapNode) {
				for _, o := range k.Value.Members {
					b.Omits = append(b.Omits, Filling{At: o.Key, CEL: r.text(o)})
				}
			}
		default:
			r.unknown(k.Key, builderKeys, nil, ourExtensions)
		}
	}
	r.complete(e.Key, e.Value, "the builder "+quote(e.Key.Value), "makes")
	return b
}

func (r *reader) fillings(m Member) []Filling {
	if !r.is(m, MapNode) {
		return nil
	}
	var list []Filling
	for _, e := range m.Value.Members {
		f := Filling{At: e.Key}
		if e.Value.Kind != MapNode {
			f.CEL = r.text(e)
			list = append(list, f)
			continue
		}
		for _, k := range e.Value.Members {
			switch k.Key.Value {
			case "when":
				f.When = r.text(k)
			case "cel":
				f.CEL = r.text(k)
			default:
				r.unknown(k.Key, fillingKeys, nil, nil)
			}
		}
		r.complete(e.Key, e.Value, "the filling of "+quote(e.Key.Value), "cel")
		list = append(list, f)
	}
	return list
}

func (r *reader) cuts(m Member) []Cut {
	if !r.is(m, MapNode) {
		return nil
	}
	var list []Cut
	for _, e := range m.Value.Members {
		c := Cut{At: e.Key}
		if !r.is(e, MapNode) {
			continue
		}
		for _, k := range e.Value.Members {
			switch k.Key.Value {
			case "head":
				c.Head = r.text(k)
			case "tail":
				c.Tail = r.text(k)
			case "mark":
				c.Mark = r.text(k)
			default:
				r.unknown(k.Key, cutKeys, nil, nil)
			}
		}
		if !c.Head.Pos.IsValid() && !c.Tail.Pos.IsValid() && !r.meant["head"] && !r.meant["tail"] {
			r.fail(e.Value.Pos, "missing-key", "add `head: \"1024\"`, `tail: \"1024\"`, or both", "the entry %s of `cuts` has neither `head` nor `tail`", quote(e.Key.Value))
		}
		list = append(list, c)
	}
	return list
}

func (r *reader) keeps(m Member) []Keep {
	if !r.is(m, MapNode) {
		return nil
	}
	var list []Keep
	for _, e := range m.Value.Members {
		keep := Keep{At: e.Key}
		if !r.is(e, MapNode) {
			continue
		}
		for _, k := range e.Value.Members {
			switch k.Key.Value {
			case "most":
				keep.Most = r.text(k)
			case "by":
				keep.By = r.text(k)
			default:
				r.unknown(k.Key, keepKeys, nil, nil)
			}
		}
		r.complete(e.Key, e.Value, "the list "+quote(e.Key.Value), "most")
		list = append(list, keep)
	}
	return list
}

func (r *reader) output(f *File, m Member) {
	if !r.is(m, MapNode) {
		return
	}
	f.Output = &Output{Pos: m.Value.Pos}
	for _, k := range m.Value.Members {
		switch k.Key.Value {
		case "indent":
			f.Output.Indent = k.Value
		case "end":
			f.Output.End = r.text(k)
		case "exit":
			f.Output.Exit = r.text(k)
		default:
			r.unknown(k.Key, outputKeys, nil, nil)
		}
	}
}

func (r *reader) refusal(f *File, m Member) {
	if !r.is(m, MapNode) {
		return
	}
	f.Refusal = &Refusal{Pos: m.Key.Pos}
	for _, k := range m.Value.Members {
		switch k.Key.Value {
		case "makes":
			f.Refusal.Makes = r.text(k)
		case "members":
			if r.is(k, MapNode) {
				f.Refusal.Members = k.Value.Members
			}
		case "json":
			if r.is(k, MapNode) {
				f.Refusal.JSON = k.Value.Members
			}
		case "long":
			if r.is(k, MapNode) {
				f.Refusal.Long = k.Value.Members
			}
		case "most":
			f.Refusal.Most = r.text(k)
		default:
			r.unknown(k.Key, refusalKeys, nil, nil)
		}
	}
	r.complete(m.Key, m.Value, "`refusal`", "makes", "members")
}

func (r *reader) dispatches(f *File, m Member) {
	if !r.is(m, MapNode) {
		return
	}
	for _, e := range m.Value.Members {
		if !r.is(e, MapNode) {
			continue
		}
		d := Dispatch{Name: e.Key}
		for _, k := range e.Value.Members {
			switch k.Key.Value {
			case "description":
				d.Doc = r.text(k)
			case "source":
				d.Source = r.text(k)
			case "x-name":
				d.Rename = r.rename(k)
			case "over":
				d.Over = r.text(k)
			case "by":
				d.By = r.text(k)
			case "unaccepted":
				d.Unaccepted = r.text(k)
			default:
				r.unknown(k.Key, dispatchKeys, nil, ourExtensions)
			}
		}
		r.complete(e.Key, e.Value, "the dispatch "+quote(e.Key.Value), "over", "by")
		f.Dispatches = append(f.Dispatches, d)
	}
}
