package golang
import ("testing";"fmt";"github.com/envgen/envgen/internal/ir")
func TestDbg(t *testing.T){
 p:=compileSpec(t,"general.yaml")
 for _,x:=range p.Types { switch x.Name {case "Has.item","All.choice","Has","MaybeMixed","MaybeData": 
  fmt.Printf("%s nullable=%v schema=%v kind=%T\n",x.Name,x.Value.Nullable,x.Value.Schema!=nil,x.Value.Kind)
  if a,ok:=x.Value.Kind.(ir.Array);ok {fmt.Printf("  items nullable %v schema %v\n",a.Items.Nullable,a.Items.Schema!=nil)}
  if x.Value.Schema!=nil {fmt.Printf("%+v\n", x.Value.Schema.Assertions)}
 }}
}
