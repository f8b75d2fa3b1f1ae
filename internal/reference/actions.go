package reference

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"

	"github.com/envgen/envgen/internal/ir"
)

// Dispatched is the action of a consumer on a text.
type Dispatched struct {
	Result
	Case string // "" for a text that is no valid message, where the dispatch has no case for these
}

// Dispatch returns the case of a dispatch for a text of the named type.
func (r *Reference) Dispatch(protocolName, name, typeName string, text []byte, o Options) (Dispatched, error) {
	p := r.protocol(protocolName)
	if p == nil {
		return Dispatched{}, fmt.Errorf("no protocol is called %q", protocolName)
	}
	i := slices.IndexFunc(p.ir.Dispatches, func(d *ir.Dispatch) bool { return d.Name == name })
	if i < 0 {
		return Dispatched{}, fmt.Errorf("protocol %s has no dispatch %q", protocolName, name)
	}
	j, err := r.judge(protocolName, typeName, text, o, nil)
	if err != nil {
		return Dispatched{}, err
	}
	d := p.ir.Dispatches[i]
	result := Dispatched{Result: j.Result}
	if !j.Valid {
		if d.Unaccepted >= 0 {
			result.Case = d.Cases[d.Unaccepted].Name
		}
		return result, nil
	}
	value := j.value
	for _, step := range d.At {
		if value, err = valueOf(value, step); err != nil {
			return Dispatched{}, err
		}
	}
	for _, c := range d.Cases {
		if word, isText := value.(string); isText && slices.Contains(c.Words, word) {
			result.Case = c.Name
			return result, nil
		}
	}
	return Dispatched{}, fmt.Errorf("dispatch %s has no case for %v", name, value)
}

func valueOf(value any, name string) (any, error) {
	o, _ := value.(object)
	member, found := o.get(name)
	if !found {
		return nil, fmt.Errorf("the message has no member %q", name)
	}
	return member, nil
}

// Refuse returns the message that answers an invalid text of a type, as canonical text, and the issues of the text. The output is nil for a valid
// text. The parser's description of text that is not JSON is omitted, because languages differ in it.
func (r *Reference) Refuse(protocolName, typeName string, text []byte, o Options) (Result, error) {
	p, err := r.refusing(protocolName)
	if err != nil {
		return Result{}, err
	}
	j, err := r.judge(protocolName, typeName, text, o, nil)
	if err != nil {
		return Result{}, err
	}
	result := Result{Issues: j.Issues, Valid: j.Valid}
	first := slices.IndexFunc(j.Issues, func(i Issue) bool { return i.Level == "must" })
	if first < 0 {
		return result, nil
	}
	issue := j.Issues[first]
	said := strings.TrimPrefix(issue.Path+" "+issue.Message, " ")
	member := func(m ir.RefusalMember) ir.Literal { return m.Value }
	if issue.Rule == "json" {
		said, member = "", func(m ir.RefusalMember) ir.Literal { return m.JSON }
	}
	result.Output = refusal(p.ir.Refusal, said, member)
	return result, nil
}

// RefuseSize returns the message that a text of so many bytes is answered with, or nil if it is not too long.
func (r *Reference) RefuseSize(protocolName string, size float64, o Options) ([]byte, error) {
	p, err := r.refusing(protocolName)
	if err != nil {
		return nil, err
	}
	if p.ir.Refusal.Most < 0 {
		return nil, fmt.Errorf("protocol %s refuses no text for its size", protocolName)
	}
	params, err := p.readParams(o.withDefaults())
	if err != nil {
		return nil, err
	}
	most := params[p.ir.Params[p.ir.Refusal.Most].Name]
	limit, isSize := most.(int64)
	if !isSize {
		return nil, fmt.Errorf("%v is no size", most)
	}
	if size <= float64(limit) {
		return nil, nil
	}
	return refusal(p.ir.Refusal, fmt.Sprintf("must be at most %d bytes", limit), func(m ir.RefusalMember) ir.Literal { return m.Long }), nil
}

func (r *Reference) refusing(protocolName string) (*protocol, error) {
	p := r.protocol(protocolName)
	switch {
	case p == nil:
		return nil, fmt.Errorf("no protocol is called %q", protocolName)
	case p.ir.Refusal == nil:
		return nil, fmt.Errorf("protocol %s has no refusal", protocolName)
	}
	return p, nil
}

// refusal writes the members in the order of the type.
func refusal(r *ir.Refusal, said string, literal func(ir.RefusalMember) ir.Literal) []byte {
	made := object{}
	for _, f := range r.Makes.Value.Kind.(*ir.Record).Fields {
		if f == r.Message {
			made = append(made, member{f.Name, said})
		}
		for _, m := range r.Members {
			if m.Field == f {
				made = append(made, member{f.Name, literalValue(literal(m))})
			}
		}
	}
	return appendValue(nil, made)
}

// VerifyDigest reports whether a digest is that of a content: 64 hexadecimal digits of its SHA-256, with or without "sha256:".
func VerifyDigest(digest string, content []byte) bool {
	sum := sha256.Sum256(content)
	return strings.EqualFold(strings.TrimPrefix(digest, "sha256:"), hex.EncodeToString(sum[:]))
}
