package normative_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/envgen/envgen/internal/normative"
)

// TestCut cuts each way of laying out a document.
func TestCut(t *testing.T) {
	for _, c := range []struct {
		about, text string
		headings    []string
		want        string
	}{
		{"sentences", "A\nIt is so. It must be (as above).\n- Is it? Yes!\nof version 1.5 e.g. this.\n\nB\nsaid “so.” And\nno more.\n", []string{"A", "B"},
			"A 0 1 : A\nA 1 2 : It is so.\nA 2 2 must: It must be (as above).\nA 3 3 : - Is it?\nA 4 3 : Yes!\nA 5 4 : of version 1.5 e.g. this.\n" +
				"B 0 6 : B\nB 1 7 : said “so.”\nB 2 7 : And\nB 3 8 : no more.\n"},
		{"the front", "Top\nA\n", []string{"", "A"}, " 1 1 : Top\nA 0 2 : A\n"},
		{"numbers of a list", "A\n 1. One. Two.\n2. Three\n", []string{"A"}, "A 0 1 : A\nA 1 2 : 1. One.\nA 2 2 : Two.\nA 3 3 : 2. Three\n"},
		{"words", "A\nNobody musters. Required is what SHOULD be.\n", []string{"A"}, "A 0 1 : A\nA 1 2 : Nobody musters.\nA 2 2 Required: Required is what SHOULD be.\n"},
		{"Markdown", "## A\n| a | Why |\n| --- | --- |\n| b | Yes. No |\n| c | required |\n\n---\n### B\n```ts\n// Must\n}\n```\n```json\n\"required\": []\n```\n", []string{"A", "B"},
			"A 0 1 : ## A\nA 1 2 : a\nA 2 2 : Why\nA 3 4 cell: b\nA 4 4 cell: Yes.\nA 5 4 cell: No\nA 6 5 cell: c\nA 7 5 required: required\n" +
				"B 0 8 : ### B\nB 1 10 Must: // Must\nB 2 14 schema: \"required\": []\n"},
		{"a page with titles", "A\nSection titled “A”It MUST be.\n| a |\n|---|\nc | d |\nB\nSection titled “B”{ \"a\": { \"b\": 1 } }Sum. C\nSection titled “C”End\n", []string{"A", "B", "C"},
			"A 0 1 : A\nA 1 2 MUST: It MUST be.\nA 2 3 : a\nA 3 5 cell: c\nA 4 5 cell: d\nB 0 6 : B\nB 1 7 : { \"a\": { \"b\": 1 } }\nB 2 7 : Sum.\nB 3 7 : C\nC 0 8 : C\nC 1 8 : End\n"},
		{"tables without lines", "A\n\nFieldTypeRequired\naYesMUST be. So.\nbNo\n\nNo row.\n", []string{"A"},
			"A 0 1 : A\nA 1 3 : FieldTypeRequired\nA 2 4 MUST: aYesMUST be.\nA 3 4 cell: So.\nA 4 5 cell: bNo\nA 5 7 : No row.\n"},
		{"JSON", "a S→C v2\n{\n  \"required\": [\n    \"A. B\"\n  ]\n} It ends.\nb C→S v2\n", []string{"a", "b"},
			"a 0 1 : a S→C v2\na 1 3 schema: \"required\": [\na 2 4 : \"A. B\"\na 3 6 : It ends.\nb 0 7 : b C→S v2\n"},
		{"nothing", "", nil, ""},
	} {
		sentences, err := normative.Cut(c.text, c.headings)
		if err != nil {
			t.Errorf("%s: %v", c.about, err)
		}
		var b strings.Builder
		for _, s := range sentences {
			fmt.Fprintf(&b, "%s %d %d %s: %s\n", s.Heading, s.Ordinal, s.Line, s.Word, s.Text)
		}
		if b.String() != c.want {
			t.Errorf("%s: got\n%swant\n%s", c.about, b.String(), c.want)
		}
	}
	if _, err := normative.Cut("A\n", []string{"A", "B"}); err == nil {
		t.Error("a section that is not there is no error")
	}
}

// page has a demand, a plain sentence, and one that looks like a demand.
const page = "H\nIt is so. It is nice.\nNobody should care.\n"

// TestCompare leaves a sentence out, lists one twice, and one that is not there, and has one that was another once.
func TestCompare(t *testing.T) {
	sentences, err := normative.Cut(page, []string{"H"})
	if err != nil {
		t.Fatal(err)
	}
	const (
		says = `{"at": ["1"], "says": "it"}`
		rest = `{"at": ["2"], "reason": "motivation"}, {"at": ["3"], "reason": "motivation", "why": "why"}`
	)
	for _, c := range []struct{ statements, nothing, want string }{
		{says, rest, ""},
		{`{"at": ["1-2"], "says": "it"}, {"at": ["1", "3"], "says": "it again"}`, "", ""},
		{`{"at": ["0-2"], "says": "it"}`, `{"at": ["3"], "reason": "repeats", "of": "H 1"}`, ""},
		{says, `{"at": ["2-3"], "reason": "heading"}`, ""},
		{says, `{"at": ["2"], "reason": "motivation"}`, "H 3 (line 3): in no list: Nobody should care."},
		{"", rest, "H 1 (line 2): in no list: It is so."},
		{says, rest + `, {"at": ["2"], "reason": "heading"}`, "H 2: demands nothing twice"},
		{`{"at": ["1-2"], "says": "it"}`, rest, "H 2 (line 2): demands something and nothing: It is nice."},
		{says + `, {"at": ["4"], "says": "more"}`, rest, "H 4: not in the document"},
		{says + `, {"at": ["3-4"], "says": "more"}`, rest, "H 3-4: not in the document"},
		{says, `{"at": ["2-3"], "reason": "motivation"}`, "H 3 (line 3): looks like a demand (should), and no words say why it is none: Nobody should care."},
		{says, `{"at": ["2"], "reason": "motivation"}, {"at": ["3"], "reason": "repeats", "of": "H 2"}`, "H [3 d9d527f5]: no statement says H 2"},
		{says + `, {"at": ["one"], "says": "more"}`, rest, `H: "one" is no place`},
		{says + `, {"at": ["2-1"], "says": "more"}`, rest, `H: "2-1" is no place`},
		{says + `, {"at": ["1 00000000"], "says": "more"}`, rest, "H 1 00000000: is " + normative.Hash(sentences[1:2]) + " now"},
	} {
		d := stamped(t, c.statements, c.nothing, sentences)
		oneError(t, d.Compare(sentences), c.statements+" / "+c.nothing, c.want)
	}
	if err := read(t, says, rest).Compare(sentences); strings.Count(errorText(err), " now") != 3 {
		t.Errorf("places without hashes: got %v", err)
	}
	front, err := normative.Cut("Top\n"+page, []string{"H"})
	if err != nil {
		t.Fatal(err)
	}
	oneError(t, stamped(t, says, rest, sentences).Compare(front), "the front", " 1 (line 1): in front of the first section: Top")
}

// TestRepeats names one of two sections with the same heading.
func TestRepeats(t *testing.T) {
	sentences, err := normative.Cut("H\nOne.\nH\nTwo. Three.\n", []string{"H", "H"})
	if err != nil {
		t.Fatal(err)
	}
	hash := func(i int) string { return normative.Hash(sentences[i : i+1]) }
	for of, want := range map[string]int{"H (1) 1": 0, "H (2) 1": 0, "H (2) 2": 1, "H (3) 1": 1, "H 1": 1} {
		d := &normative.Document{Document: "d.txt", Sections: []normative.Section{
			{Heading: "H", Statements: []normative.Statement{{At: []string{"1 " + hash(1)}}}},
			{Heading: "H", Statements: []normative.Statement{{At: []string{"1 " + hash(3)}}}, Nothing: []normative.Nothing{{At: []string{"2 " + hash(4)}, Reason: normative.Repeats, Of: of}}},
		}}
		if got := strings.Count(errorText(d.Compare(sentences)), "no statement says "+of); got != want {
			t.Errorf("%s: got %v", of, d.Compare(sentences))
		}
	}
}

// stamped is a list with the hashes of the sentences.
func stamped(t *testing.T, statements, nothing string, sentences []normative.Sentence) *normative.Document {
	t.Helper()
	stamp := func(text string) string {
		got, err := read(t, "", "").Stamp(`"heading": "H" `+text, sentences)
		if err != nil {
			t.Fatal(err)
		}
		return strings.TrimPrefix(got, `"heading": "H" `)
	}
	return read(t, stamp(statements), stamp(nothing))
}

// TestStamp adds hashes where there are none, and leaves everything else as it is.
func TestStamp(t *testing.T) {
	sentences, err := normative.Cut(page, []string{"H"})
	if err != nil {
		t.Fatal(err)
	}
	d := read(t, "", "")
	const text = `{"heading": "H", "a": [{"at": ["1", "2-3", "3 00000000", "9", "x"], "says": "1"}, {"at": ["2"]}]}`
	want := strings.NewReplacer(
		`["1", "2-3", `, `["1 `+normative.Hash(sentences[1:2])+`", "2-3 `+normative.Hash(sentences[2:4])+`", `,
		`["2"]`, `["2 `+normative.Hash(sentences[2:3])+`"]`).Replace(text)
	got, err := d.Stamp(text, sentences)
	if err != nil || got != want {
		t.Errorf("got %s (%v), want %s", got, err, want)
	}
	if again, err := d.Stamp(got, sentences); err != nil || again != got {
		t.Errorf("the second time it is %s (%v)", again, err)
	}
	if _, err := d.Stamp(`{}`, sentences); err == nil {
		t.Error("a text with other headings is no error")
	}
}

// TestHash depends on words, and not on white space.
func TestHash(t *testing.T) {
	of := func(texts ...string) string {
		var list []normative.Sentence
		for _, text := range texts {
			list = append(list, normative.Sentence{Text: text})
		}
		return normative.Hash(list)
	}
	if of("a  b", "c") != of("a b c ") {
		t.Error("white space counts")
	}
	if of("≥ 0") == of("> 0") || of("a") == of("A") {
		t.Error("words do not count")
	}
}
