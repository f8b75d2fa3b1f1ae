package typescript

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/envgen/envgen/internal/ir"
)

// secretive returns a protocol with members that are secret, and maps of each kind.
func secretive() *ir.Protocol {
	secret := func(f *ir.Field) *ir.Field {
		f.Secret = true
		return f
	}
	mapOf := func(v ir.Value) ir.Value { return value(ir.Map{Values: &v}) }
	word, number := value(ir.String{}), value(ir.Number{})
	code := named("Code", value(&ir.Enum{NotOneOf: must("enum"), Values: []ir.EnumValue{{Value: "a"}}}))
	inner := named("Inner", value(&ir.Record{Fields: []*ir.Field{secret(required("key", word)), secret(field("maybe", nullable(word))), field("name", word)}}))
	of := value(ir.Ref{Type: inner})
	counts := named("Counts", mapOf(number))
	kind := func(s string) *ir.Field { return required("kind", value(constant(text(s)))) }
	first := named("First", value(&ir.Record{Fields: []*ir.Field{kind("first"), secret(field("token", word))}}))
	second := named("Second", value(&ir.Record{Fields: []*ir.Field{kind("second"), field("token", word)}}))
	either := named("Either", value(&ir.Union{Tag: "kind", MissingTag: must("discriminator"), UnknownTag: must("discriminator"),
		Variants: []ir.Variant{{Tags: []string{"first"}, Type: first}, {Tags: []string{"second"}, Type: second}}}))
	whole := named("Whole", value(&ir.Record{Fields: []*ir.Field{
		secret(field("token", word)), field("in", of), field("orNull", nullable(of)), field("list", value(array(of))), field("map", mapOf(of)),
		field("words", mapOf(word)), field("codes", mapOf(value(ir.Ref{Type: code}))), field("any", mapOf(value(ir.Any{}))), field("counts", value(ir.Ref{Type: counts})),
		field("lists", mapOf(value(array(number)))), field("nested", mapOf(mapOf(value(ir.Boolean{})))), field("objects", mapOf(value(ir.Object{}))),
		field("either", value(ir.Ref{Type: either})), field("eithers", value(array(value(ir.Ref{Type: either})))),
	}}))
	return owned(&ir.Protocol{Name: "secretive", File: "secretive.yaml", Root: whole, Types: []*ir.Type{code, inner, counts, first, second, either, whole}})
}

const secretiveDriver = `
import assert from "node:assert/strict";
import { inspect } from "node:util";
import { Counts, Either, redacted, Whole } from "./secretive.js";

const secrets = { names: ["A", "key"], values: ["hidden"] };
const value = {
  token: "t", in: { key: "k", maybe: null, name: "hidden", a: 1 }, orNull: null, list: [{ key: "k", maybe: "m" }], map: { a: { key: "k" } },
  words: { a: "w", b: "x" }, codes: { a: "a", b: "a" }, any: { a: 1, b: { A: [2] } }, counts: { a: 1, b: 2 }, lists: { a: [1] }, nested: { a: { a: true } },
  objects: { a: { a: "x", b: 1 } }, either: { kind: "first", token: "t" }, eithers: [{ kind: "second", token: "t" }], key: "k",
};
const text = Whole.encode(value);
const masked = "***";
assert.deepEqual(redacted(Whole, value, secrets), {
  token: masked, in: { key: masked, maybe: null, name: masked, a: masked }, orNull: null, list: [{ key: masked, maybe: masked }], map: { a: { key: masked } },
  words: { a: masked, b: "x" }, codes: { a: masked, b: "a" }, any: { a: masked, b: { A: masked } }, counts: { a: 1, b: 2 }, lists: { a: [1] }, nested: { a: { a: true } },
  objects: { a: { a: masked, b: 1 } }, either: { kind: "first", token: masked }, eithers: [{ kind: "second", token: "t" }], key: masked,
});
assert.equal(Whole.encode(value), text);
assert.ok(text.includes('"token":"t"') && text.includes('"maybe":"m"'));
const plain = redacted(Whole.type, value);
assert.equal(Whole.encode(plain).length, text.length + 2 * 6);
assert.ok(!/'[km]'/.test(inspect({ ...plain, key: 0 }, { depth: 9 })));
assert.deepEqual(redacted(Counts, { a: 1 }, secrets), { a: 1 });
assert.deepEqual(redacted(Either, { kind: "second", token: "hidden", a: null }, secrets), { kind: "second", token: masked, a: null });

const decoded = Whole.decode(text);
assert.equal(inspect(decoded, { depth: 9 }), inspect(redacted(Whole, decoded), { depth: 9 }));
assert.ok(inspect(decoded).includes("token: '***'") && inspect(decoded.list?.[0]).includes("key: '***'"));
assert.deepStrictEqual(decoded, JSON.parse(text));
assert.equal(Whole.encode(decoded), text);
assert.equal(JSON.stringify(structuredClone(decoded)), text);
assert.ok(inspect({ ...decoded }).includes("token: 't'")); // a copy is the program's own
assert.ok(inspect(Whole.parse(value)).includes("token: 't'")); // so is a value that it checks
assert.ok(!("conceal" in Counts.type));
for (const counts of [{ b: 1, a: -0.5, 7: 1e21 }, {}]) assert.equal(Counts.encode(counts), JSON.stringify(counts));
console.log("done");
`

// TestSecrets redacts values of generated types.
func TestSecrets(t *testing.T) {
	dir := compiled(t, "secrets")
	if err := os.WriteFile(filepath.Join(dir, "driver.js"), []byte(secretiveDriver), 0o644); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("node", "driver.js")
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil || strings.TrimSpace(string(out)) != "done" {
		t.Errorf("%v\n%s", err, out)
	}
}

// TestWhatSecretsNeed generates with and without them: only a protocol that has some exports redacted, and has the store written. Every
// protocol exports verifyDigest, because a message may have the digest of a file that somebody else stores.
func TestWhatSecretsNeed(t *testing.T) {
	for p, want := range map[*ir.Protocol]bool{secretive(): true, base(): false} {
		module := generated(t, p)
		if has := strings.Contains(string(module.Data), "export { redacted }"); has != want {
			t.Errorf("%s exports redacted: %t", p.Name, has)
		}
		if !strings.Contains(string(module.Data), "\n  verifyDigest,\n} from ") {
			t.Errorf("%s does not export verifyDigest", p.Name)
		}
		if has := strings.Contains(string(module.Data), ", true]"); has != want {
			t.Errorf("%s marks members: %t", p.Name, has)
		}
		if has := slices.Contains(module.Needs, storeModule); has != want {
			t.Errorf("%s needs the store: %t", p.Name, has)
		}
	}
}

// TestNodeStaysOutside finds modules of the support code that browsers could not load. Only the store in a folder needs Node, and nothing needs
// the store. Only builders that store something need the module for that.
func TestNodeStaysOutside(t *testing.T) {
	files, err := Target.Support("")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if has := strings.Contains(string(f.Data), `from "node:`); has != (f.Path == storeModule) {
			t.Errorf("%s imports of Node: %t", f.Path, has)
		}
		for _, alone := range []string{storeModule, "envelope/stored.ts", "envelope/preview.ts"} {
			if slices.Contains(f.Needs, alone) && f.Path != "envelope/preview.ts" {
				t.Errorf("%s imports %s", f.Path, alone)
			}
		}
	}
}
