package mutants
import ("testing";"fmt";"os";"sort";"github.com/envgen/envgen/conformance/checks")
func TestZZ(t *testing.T){
	for _,b := range benches(t) {
		g := b.generator(t,1)
		sum:=0; n:=900
		for range n { g.credit(g.aimed()) }
		for _,o := range g.goals {sum+=o.done}
		fmt.Println(b.protocol.Name,"goals",len(g.goals),"strikes per aimed",float64(sum)/float64(n), "parents", len(g.parents))
		if os.Getenv("LOW")==b.protocol.Name {
		h := checks.NewHistogram(b.protocol)
		g = b.generator(t,1)
		for range n { p:=g.aimed();g.credit(p); h.Add(b.trace(t,p.Type,p.Text)) }
		h.Print(os.Stdout)
		sort.Slice(g.goals,func(i,j int)bool{return g.goals[i].done<g.goals[j].done})
		for _,o := range g.goals { fmt.Println(o.pair,o.done,len(o.checks)) }
		}
	}
}
