package reference
import ("testing";"fmt";"math/rand/v2";"slices";"github.com/envgen/envgen/internal/compile";"github.com/envgen/envgen/generators/jsonschema")
func TestZZ(t *testing.T){
	g := chance{rand.New(rand.NewPCG(3, 5))}
	refused,asked,bad,why := 0,0,0,map[string]int{}
	for range 6000 {
		schema := marshalled(t, g.schema(3))
		src := fmt.Sprintf("envgen: 1\nprotocol: p\nversion: \"1\"\ntypes:\n  T: %s\nroot: T\n", schema)
		p,d := compile.Source("p.yaml",[]byte(src))
		if p==nil {refused++; why[d[0].Code]++;continue}
		b,err := jsonschema.Bundle(p); if err!=nil {t.Error(err);continue}
		r,err := New(Source{p,b}); if err!=nil {t.Errorf("%v %s",err,schema);continue}
		own := general(t, schema)
		for range 10 {
			text := []byte(marshalled(t,g.value(3))); asked++
			a,err := r.Check("p","",text,Options{})
			c,err2 := own.Check("p","",text,Options{})
			rules := func(is []Issue) (l []string) { for _,i := range is {l=append(l,i.Rule+" "+i.Path)}; return }
			if err!=nil || err2!=nil || a.Valid!=c.Valid || (p.Root.Value.Schema!=nil && !slices.Equal(rules(a.Issues),rules(c.Issues))) { bad++; if bad<12 {t.Errorf("%v %v compiled %v own %v\n%s\n%s\n%v\n%v",err,err2,a.Valid,c.Valid,schema,text,rules(a.Issues),rules(c.Issues))} }
		}
	}
	t.Log(refused,asked,bad,why)
}
