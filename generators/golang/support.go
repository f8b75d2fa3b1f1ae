package golang

import (
	"bytes"
	"path"
	"regexp"
	"slices"
	"sync"

	"github.com/envgen/envgen/generators/plan"
	"github.com/envgen/envgen/internal/output"
	"github.com/envgen/envgen/internal/version"
	gotemplates "github.com/envgen/envgen/templates/go"
)

var supportCode = sync.OnceValues(gotemplates.Support)

// support copies the support code, marks the copies as generated and lets them import each other.
func support(supportImport string) ([]output.File, error) {
	files, err := supportCode()
	if err != nil {
		return nil, err
	}
	var list []output.File
	for _, f := range files {
		data := bytes.Replace(f.Data, []byte(`"`+gotemplates.FaceImport), []byte(`"`+supportImport), 1)
		list = append(list, output.File{Path: f.Path, Data: append([]byte("// "+version.Header("")+"\n\n"), data...), Needs: f.Uses})
	}
	return list, nil
}

// selected matches selectors in generated code: a name of a package of the support code, or of a value.
var selected = regexp.MustCompile(`(\b(?:envelope|wire))?\.([A-Z]\w*)`)

// needs returns the files of the support code that generated files use, found by their selectors. Methods are found by name only: a method
// of another type with the same name adds an unused file, which is harmless.
func (g *generator) needs(files []output.File) ([]string, error) {
	support, err := supportCode()
	if err != nil {
		return nil, err
	}
	declared, methods := map[string]string{}, map[string]string{}
	for _, f := range support {
		for _, name := range f.Declares {
			declared[path.Base(path.Dir(f.Path))+"."+name] = f.Path
		}
		for _, name := range f.Methods {
			methods[name] = f.Path
		}
	}
	found := map[string]bool{gotemplates.Face + "/doc.go": true, gotemplates.Wire + "/doc.go": true}
	for _, file := range files {
		for _, m := range selected.FindAllSubmatch(file.Data, -1) {
			from := methods[string(m[2])]
			if len(m[1]) > 0 {
				from = declared[string(m[0])]
			}
			if from != "" {
				found[from] = true
			}
		}
	}
	if g.hasArtifacts() { // programs call it, generated code does not
		found[gotemplates.Face+"/artifacts.go"] = true
	}
	hasServers := slices.ContainsFunc(g.protocol.Conversations, plan.HasAnswers)
	if hasServers { // programs test the errors of its requests
		found[gotemplates.Face+"/clients.go"] = true
	}
	if g.hasHeaders() { // programs cut streams with it
		found[gotemplates.Face+"/frames.go"] = true
		if hasServers {
			found[gotemplates.Face+"/transports.go"] = true
		}
	}
	var list []string
	for path := range found {
		list = append(list, path)
	}
	return list, nil
}
