package workshop_test
import ("testing";"fmt";"os")
func TestCELDebug(t *testing.T) {
	var b []byte
	for _, f := range celFiles(t) {
		f.translate()
		for _, c := range f.tests {
			if c.refusal != "" { b = fmt.Appendf(b, "REFUSED\t%s\t%s\t%q\t%s\n", f.name, c.id, c.Expr, c.refusal); continue }
			for _, r := range c.rules { b = fmt.Appendf(b, "OK\t%s\t%s\t%q\t%v\t%s\n", f.name, c.id, r.check, r.holds, r.message()) }
		}
		if s := f.spec(); s != nil { if r := refusal(s); r != "" { fmt.Println("SPEC", f.name, r) } }
	}
	os.WriteFile("/tmp/cel.tsv", b, 0o644)
}
