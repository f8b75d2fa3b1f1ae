package syntax

import "github.com/envgen/envgen/internal/diag"

// Storing is one entry of `stores`: a value that goes to a store if it is large, and its replacement. All texts except Over are JSON Pointers into the
// replacement. Omitted ones have no Pos.
type Storing struct {
	At      Text // a JSON Pointer
	Pos     diag.Pos
	Over    Text // CEL
	Digest  Text
	Size    Text
	Count   Text
	Values  []Member // scalars, by JSON Pointer
	Preview *Preview
	Takes   []Text
}

// Preview is a sample of a stored value.
type Preview struct {
	At     Text // a JSON Pointer
	Names  Text // a member of the replacement, like Record
	Record Text
	Most   *Node // a number of bytes
}

var (
	storingKeys = []string{"over", "digest", "size", "count", "values", "preview", "takes"}
	previewKeys = []string{"at", "names", "record", "most"}
)

func (r *reader) stores(m Member) []Storing {
	if !r.is(m, MapNode) {
		return nil
	}
	var list []Storing
	for _, e := range m.Value.Members {
		if !r.is(e, MapNode) {
			continue
		}
		s := Storing{At: e.Key, Pos: e.Value.Pos}
		for _, k := range e.Value.Members {
			switch k.Key.Value {
			case "over":
				s.Over = r.text(k)
			case "digest":
				s.Digest = r.text(k)
			case "size":
				s.Size = r.text(k)
			case "count":
				s.Count = r.text(k)
			case "values":
				if r.is(k, MapNode) {
					s.Values = k.Value.Members
				}
			case "preview":
				s.Preview = r.preview(k)
			case "takes":
				s.Takes = r.names(k)
			default:
				r.unknown(k.Key, storingKeys, nil, nil)
			}
		}
		r.complete(e.Key, e.Value, "the stored part of "+quote(e.Key.Value), "over", "digest")
		list = append(list, s)
	}
	return list
}

func (r *reader) preview(m Member) *Preview {
	if !r.is(m, MapNode) {
		return nil
	}
	p := &Preview{}
	for _, k := range m.Value.Members {
		switch k.Key.Value {
		case "at":
			p.At = r.text(k)
		case "names":
			p.Names = r.text(k)
		case "record":
			p.Record = r.text(k)
		case "most":
			p.Most = k.Value
		default:
			r.unknown(k.Key, previewKeys, nil, nil)
		}
	}
	r.complete(m.Key, m.Value, "`preview`", "at", "names", "record", "most")
	return p
}
