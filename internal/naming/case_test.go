package naming_test

import (
	"testing"

	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/naming"
)

// A codec's constant differs from its type, from those of other types, and from names that are taken.
func TestCodecConstants(t *testing.T) {
	for identifier, want := range map[string]string{"PeerId": "PEER_ID", "Envelope": "ENVELOPE", "X": "X_CODEC", "X1": "X1_CODEC", "ID": "ID_CODEC", "Unset": "UNSET_CODEC", "None_": "NONE_CODEC"} {
		if got := naming.CodecConstant(identifier); got != want {
			t.Errorf("%s: %s, want %s", identifier, got, want)
		}
	}
}

// Python takes compatible characters for one, so identifiers are written as Python reads them.
func TestCompatibleCharacters(t *testing.T) {
	rec := &ir.Record{Fields: []*ir.Field{{Name: "ﬁle", Value: ir.Value{Kind: ir.String{}}}, {Name: "ｗidth", Value: ir.Value{Kind: ir.String{}}}}}
	typ := &ir.Type{Name: "ﬃciency", Value: ir.Value{Kind: rec}}
	names, diags := naming.Assign(&ir.Protocol{Name: "p", Types: []*ir.Type{typ}}, naming.Python)
	if len(diags) > 0 {
		t.Fatal(diags)
	}
	if got := [3]string{names.Type(typ), names.Field(rec.Fields[0]), names.Field(rec.Fields[1])}; got != [3]string{"Xfficiency", "file", "width"} {
		t.Errorf("%q", got)
	}
	clash := &ir.Record{Fields: []*ir.Field{{Name: "ﬁle", Value: ir.Value{Kind: ir.String{}}}, {Name: "file", Value: ir.Value{Kind: ir.String{}}}}}
	if _, diags := naming.Assign(&ir.Protocol{Name: "p", Types: []*ir.Type{{Name: "T", Value: ir.Value{Kind: clash}}}}, naming.Python); !diags.HasErrors() {
		t.Error("two members with one identifier are accepted")
	}
}
