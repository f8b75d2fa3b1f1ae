package link

import (
	"fmt"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"testing"
)

func TestMeasureGo(t *testing.T) {
	files := map[string]string{}
	for _, pat := range []string{"envelope", "envelope/wire"} {
		names, _ := filepath.Glob("../../templates/go/" + pat + "/*.go")
		for _, n := range names {
			if strings.HasSuffix(n, "_test.go") {
				continue
			}
			data, _ := os.ReadFile(n)
			files[pat+"/"+filepath.Base(n)] = string(data)
		}
	}
	p := NewGoProgram(files, GoRooms).with(Features{})
	var needs []string
	names, _ := filepath.Glob("/tmp/lay/g/bindings/greeter/*.go")
	for _, n := range names {
		data, _ := os.ReadFile(n)
		needs = append(needs, p.Needs("greeter/"+filepath.Base(n), string(data))...)
	}
	needs = append(needs, "envelope/envelope.go", "envelope/values.go", "envelope/builders.go")
	fmt.Println(needs)
	r := p.reach(needs)
	var list []string
	total := 0
	for d := range r.live {
		n := strings.Count(d.text(r.isPublic(d), nil), "\n") + 1
		total += n
		list = append(list, fmt.Sprintf("%04d %s.%s.%s", n, d.file.path, d.receiver, d.names))
	}
	sort.Strings(list)
	for i := len(list) - 1; i >= 0; i-- {
		fmt.Println(list[i])
	}
	fmt.Println(total)
}
