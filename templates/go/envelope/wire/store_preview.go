package wire

// Preview defines the preview of an object: the names of the sample's first members, and its first members, in Most bytes. It is for generated code.
type Preview struct {
	At            []string
	Names, Record string // its members
	Most          int
}

const (
	previewNames = 10
	previewText  = 100
	previewItems = 3
	previewDepth = 3
)

// text returns the preview of the object that a tree is, with a sample in it.
func (p *Preview) text(t *tree, sample int) string {
	isObject := t.typeOf(sample) == ObjectType
	named := sample
	if !isObject {
		named = 0
	}
	names, _ := appendString([]byte{'{'}, p.Names)
	names = append(names, ':', '[')
	count := 0
	for c := range t.children(named) {
		longer, _ := appendString(separated(names, '['), c.name)
		if count == previewNames || len(c.name) > previewText || len(longer)+len(`]}`) > p.Most {
			break
		}
		names = longer
		count++
	}
	names = append(names, ']')
	whole, _ := appendString(append(names, ','), p.Record)
	whole = append(whole, ':')
	if isObject {
		whole = p.record(whole, t, sample)
	} else {
		whole = t.appendShort(whole, sample, 0)
	}
	if len(whole)+len(`}`) > p.Most {
		whole = whole[:len(names)]
	}
	return string(whole) + "}"
}

// record appends the first members of a sample.
func (p *Preview) record(b []byte, t *tree, sample int) []byte {
	b = append(b, '{')
	count := 0
	for c := range t.children(sample) {
		longer, _ := appendString(separated(b, '{'), c.name)
		longer = t.appendShort(append(longer, ':'), c.node, 1)
		if count == previewNames || len(longer)+len(`}}`) > p.Most {
			break
		}
		b = longer
		count++
	}
	return append(b, '}')
}

// appendShort appends a sample of a value that is some levels below it.
func (t *tree) appendShort(b []byte, n, depth int) []byte {
	switch t.typeOf(n) {
	case StringType:
		text := t.str(n)
		if len(text) > previewText {
			text = Cut(text, previewText, 0, "…")
		}
		b, _ = appendString(b, text)
		return b
	case NumberType:
		return appendNumber(b, t.number(n))
	case ArrayType:
		b = append(b, '[')
		for c := range t.children(n) {
			if depth == previewDepth || c.index == previewItems {
				break
			}
			b = t.appendShort(separated(b, '['), c.node, depth+1)
		}
		return append(b, ']')
	case ObjectType:
		b = append(b, '{')
		for c := range t.children(n) {
			if depth == previewDepth || c.index == previewNames {
				break
			}
			b, _ = appendString(separated(b, '{'), c.name)
			b = t.appendShort(append(b, ':'), c.node, depth+1)
		}
		return append(b, '}')
	}
	i := t.nodes[n].at
	return append(b, t.text[i:i+literalSize(t.text[i:])]...)
}
