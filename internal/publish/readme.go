package publish

import (
	"fmt"
	"strings"
)

// about is the beginning of a README.
func (p Package) about(b *strings.Builder) {
	fmt.Fprintf(b, "# %s\n\n%s.\nThe package needs nothing but the standard library.\n\n", p.Name, strings.TrimSuffix(p.description(), "."))
}

const regenerate = "\n## Change\n\n[envgen](https://github.com/envgen/envgen) generates the code in `%s`. Do not edit it.\n`envgen package` writes it anew from the spec, and changes no other file.\n"

func (p Package) readmeTypeScript() []byte {
	var b strings.Builder
	p.about(&b)
	fmt.Fprintf(&b, "```sh\nnpm install %s\n```\n\n```ts\n", p.Name)
	for _, protocol := range p.Protocols {
		fmt.Fprintf(&b, "import { %s } from \"%s/%s\";\n", protocol.Root, p.Name, protocol.Name)
	}
	fmt.Fprintf(&b, "\nconst message = %s.decode(text); // throws a ValidationError with all issues\n```\n", p.Protocols[0].Root)
	fmt.Fprintf(&b, regenerate, Source)
	b.WriteString("\n## Publish\n\n```sh\nnpm install\nnpm publish\n```\n\n`npm publish` compiles `src` to `dist` first.\n")
	return []byte(b.String())
}

func (p Package) readmePython() []byte {
	var b strings.Builder
	p.about(&b)
	fmt.Fprintf(&b, "```sh\npip install %s\n```\n\n```python\n", p.Name)
	for _, protocol := range p.Protocols {
		fmt.Fprintf(&b, "from %s.%s import %s\n", Module(p.Name), protocol.Name, protocol.Root)
	}
	fmt.Fprintf(&b, "\nmessage = %s.decode(text)  # raises ValidationError with all issues\n```\n", p.Protocols[0].Root)
	fmt.Fprintf(&b, regenerate, p.SourceOfPython())
	b.WriteString("\n## Publish\n\n```sh\npython -m build\npython -m twine upload dist/*\n```\n")
	return []byte(b.String())
}
