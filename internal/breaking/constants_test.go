package breaking_test

import "testing"

// TestConstantsOfRules has rules that only special messages break.
func TestConstantsOfRules(t *testing.T) {
	const types = "types: {T: {type: object, required: [a, n], properties: {a: {type: string}, n: {type: integer}}}}\n"
	for rule, want := range map[string]string{
		"level: should, check: this.a.size() <= 40": "ISSUES issues T",
		"check: this.a.size() <= 40":                "READ rule T",
		"check: this.n != 1234":                     "READ rule T",
		`check: "this.a != 'forty two'"`:            "READ rule T",
		"level: should, check: this.n + 1 != -1233": "ISSUES issues T",
	} {
		new := header + types + "rules: [{id: special, for: [T], message: special, " + rule + "}]\n"
		found := compare(t, protocol(t, "old", []byte(header+types)), protocol(t, "new", []byte(new)))
		if len(found) != 1 || found[0].Unknown || string(found[0].Category)+" "+found[0].Rule+" "+found[0].Type != want {
			t.Errorf("%s: %s, want %s", rule, lines(found), want)
		}
	}
}

// TestSendersOfVariants adds a variant that only clients send.
func TestSendersOfVariants(t *testing.T) {
	const old = header + "types:\n  T: {oneOf: [A], discriminator: {propertyName: t}}\n  A: {type: object, required: [t], properties: {t: {const: a}}}\n"
	const new = header + "types:\n  T: {oneOf: [A, B], discriminator: {propertyName: t}}\n  A: {type: object, required: [t], properties: {t: {const: a}}}\n  B: {x-from: client, type: object, required: [t], properties: {t: {const: b}}}\n"
	for upgrade, want := range map[string]string{"all": "WRITE tag T {\"t\":\"b\"}\n", "client": "WRITE tag T {\"t\":\"b\"}\n", "server": "nothing\n"} {
		if got := lines(compareFor(t, upgrade, protocol(t, "old", []byte(old)), protocol(t, "new", []byte(new)))); got != want {
			t.Errorf("%s: %s, want %s", upgrade, got, want)
		}
	}
	for upgrade, want := range map[string]string{"all": "READ tag T {\"t\":\"b\"}\n", "client": "nothing\n", "server": "READ tag T {\"t\":\"b\"}\n"} {
		if got := lines(compareFor(t, upgrade, protocol(t, "old", []byte(new)), protocol(t, "new", []byte(old)))); got != want {
			t.Errorf("removed, %s: %s, want %s", upgrade, got, want)
		}
	}
}
