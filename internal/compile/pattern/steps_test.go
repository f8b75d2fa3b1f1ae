package pattern

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/envgen/envgen/internal/ir"
)

// hostile are patterns that take an engine more than linear time, each with a text to be repeated that shows it.
var hostile = []struct{ pattern, begin, again, end string }{
	{`\w+\w+\w+@`, "", "a", ""},
	{`\w+\w+\w+\w+@`, "", "a", ""},
	{`^(?:[a-z]?){30}!$`, "", "a", ""},
	{`^` + strings.Repeat(`[a-z]?`, 30) + `!$`, "", "a", ""},
	{`a+b`, "", "a", ""},
	{`^(.+/)+(.+)$`, "", "a/", "\n"},
	{`^(a|a)*$`, "", "a", "!"},
	{`^(a|aa)+$`, "", "a", "!"},
	{`^(a?){20}$`, "", "a", "!"},
	{`(.*a){12}$`, "", "a", "!"},
	{`\s+$`, "", " ", "!"},
	{`^\s+|\s+$`, "x", " ", "x"},
	{`^\S+@\S+$`, "", "@", " "},
	{`^[^@]+@[^@]+\.[^@]+$`, "a@", "a.", "@"},
	{`(x+x+)+y`, "", "x", ""},
	{`^(([a-z])+.)+[A-Z]([a-z])+$`, "", "a", ""},
	{`<[^>]*>`, "", "<", ""},
	{`\d+[a-f]`, "", "7", ""},
	{`^.*,.*,.*;$`, "", ",", ""},
	{`(?:\b|a?b?)*c`, "", "ab", ""},
	{`^(?:ab|a|b)*c`, "", "ab", ""},
	{`((a|a){3}b){3}c`, "", "aaab", ""},
	{`^\d*\d*$`, "", "7", "!"},
	{`[0-9a-f]{100}!`, "", "a", ""},
	{`(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen)`, "", "t", ""},
}

// harmless are patterns that stay with the engine, and for which strings.
var harmless = map[string]ir.Engine{
	``:                          ir.AllStrings,
	`Z$`:                        ir.AllStrings,
	`\bfoo\b`:                   ir.AllStrings,
	`^sha256:[0-9a-f]{64}$`:     ir.AllStrings,
	`^[a-z][a-z0-9_]{0,63}$`:    ir.AllStrings,
	`^(\d{1,3}\.){3}\d{1,3}$`:   ir.AllStrings,
	`[0-9a-f]{12}`:              ir.AllStrings,
	`^\p{L}{1,1000}$`:           ir.AllStrings,
	`\.json$|\.yaml$`:           ir.AllStrings,
	`^[a-z]{1,9}[a-z0-9]{1,9}$`: ir.AllStrings,
	`^(?:` + strings.Repeat("word|", 999) + `x)$`: ir.AllStrings,
	`^[a-z]+$`:                       ir.ShortStrings,
	`^[a-z0-9]+(?:[._-][a-z0-9]+)*$`: ir.ShortStrings,
	`^/(?:[^/~]|~[01])*$`:            ir.ShortStrings,
	`^(?:[a-z]+-?)+$`:                ir.ShortStrings,
	`^(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)(?:-(?:0|[1-9]\d*|\d*[A-Za-z-][0-9A-Za-z-]*)(?:\.(?:0|[1-9]\d*|\d*[A-Za-z-][0-9A-Za-z-]*))*)?$`: ir.ShortStrings,
	`^(?:a*)*$`:   ir.ShortStrings,
	`^(a+)+$`:     ir.ShortStrings,
	`^(\w+\s?)*$`: ir.ShortStrings,
	`^([a-zA-Z0-9])(([\-.]|[_]+)?([a-zA-Z0-9]+))*(@){1}[a-z0-9]+[.]{1}(([a-z]{2,3})|([a-z]{2,3}[.]{1}[a-z]{2,3}))$`: ir.ShortStrings,
	`^[\w.-]+@[\w.-]+\.\w+$`: ir.ShortStrings,
	`"[^"]*"$`:               ir.ShortStrings,
	`^(?:\/?[^\/]+)*\.json$`: ir.ShortStrings,
	`^https?://[^\s]+`:       ir.ShortStrings,
}

func TestHarmlessPatterns(t *testing.T) {
	for source, want := range harmless {
		if got := translate(t, source).Engine; got != want {
			t.Errorf("%.60q: engine %d, want %d", source, got, want)
		}
	}
}

// Patterns classified as hostile are hostile: on a longer text, the count of steps grows faster than the length, or is large at once.
func TestHostilePatterns(t *testing.T) {
	const budget = 3_000_000
	for _, h := range hostile {
		if got := translate(t, h.pattern).Engine; got != ir.NoString {
			t.Errorf("%q: engine %d", h.pattern, got)
		}
		count := func(times int) int {
			return steps(treeOf(h.pattern), h.begin+strings.Repeat(h.again, times)+h.end, budget)
		}
		short, long := count(100), count(400)
		if long < budget && long < 8*short && long < 400*len(h.again)*maxSteady {
			t.Errorf("%q takes %d steps and then %d", h.pattern, short, long)
		}
	}
}

func treeOf(source string) node { return simplify(parse([]rune(source))) }

// A pattern takes at most the promised steps in the engines that match it, for every text.
func TestStepsOfEngines(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	var sources []string
	for _, v := range verdicts {
		sources = append(sources, v.pattern)
	}
	for source := range harmless {
		sources = append(sources, source)
	}
	for range 600 {
		sources = append(sources, loops(random, 4), "^(?:"+loops(random, 4)+")!", "^(?:"+loops(random, 3)+")$")
	}
	sources = append(sources, randomPatterns(2_000)...)
	sources = append(sources, patternsOfSpecs(t)...)
	slices.Sort(sources)
	counts := map[ir.Engine]int{}
	for _, source := range slices.Compact(sources) {
		re, refused := Translate(source)
		if refused != nil {
			continue
		}
		counts[re.Engine]++
		if re.Engine != ir.NoString {
			checkSteps(t, source, random)
		}
	}
	t.Logf("%d patterns for all strings, %d for short ones, %d for none", counts[ir.AllStrings], counts[ir.ShortStrings], counts[ir.NoString])
	if counts[ir.AllStrings] < 500 || counts[ir.ShortStrings] < 150 || counts[ir.NoString] < 300 {
		t.Error("too few patterns to say anything")
	}
}

// checkSteps counts the steps of a pattern on texts of all kinds.
func checkSteps(t *testing.T, source string, random *rand.Rand) {
	tree := treeOf(source)
	letters := newAlphabet(tree)
	excess, linear := newEffort(newProgram(tree, letters)).bound()
	if !linear {
		t.Fatalf("%q goes to an engine", source)
	}
	for _, text := range adversaries(tree, representatives(letters), random) {
		n := len([]rune(text))
		if got, most := steps(tree, text, 10_000_000), maxSteady*(n+1)+excess; got > most {
			t.Errorf("%.80q takes %d steps on %q, said are %d", source, got, text, most)
			return
		}
	}
}

// representatives returns a character of each letter.
func representatives(a *alphabet) []string {
	chars := make([]string, a.size)
	for i, start := range a.starts {
		if chars[a.letter[i]] == "" && (start < 0xd800 || start > 0xdfff) {
			chars[a.letter[i]] = string(start)
		}
	}
	return slices.DeleteFunc(chars, func(c string) bool { return c == "" })
}

// adversaries returns texts that could cost an engine much: all short ones, pumped ones, random ones, and one that grows by
// the character that costs most.
func adversaries(tree node, letters []string, random *rand.Rand) []string {
	texts := words(letters, 200)
	short := words(letters, 30)
	pick := func(list []string) string { return list[random.IntN(len(list))] }
	for range 20 {
		texts = append(texts, pick(short)+strings.Repeat(pick(short), 1+random.IntN(60))+pick(short))
		var b strings.Builder
		for range random.IntN(60) {
			b.WriteString(pick(letters))
		}
		texts = append(texts, b.String())
	}
	for _, letter := range letters[:min(len(letters), 20)] {
		texts = append(texts, strings.Repeat(letter, 70))
	}
	worst := ""
	for range 20 {
		most, best := -1, ""
		for _, letter := range letters[:min(len(letters), 10)] {
			if n := steps(tree, worst+letter, 1_000_000); n > most {
				most, best = n, letter
			}
		}
		worst += best
	}
	return append(texts, worst, strings.Repeat(worst, 4))
}

// words returns the shortest texts of some letters.
func words(letters []string, n int) []string {
	list := []string{""}
	for i := 0; len(list) < n && i < len(list); i++ {
		for _, letter := range letters {
			list = append(list, list[i]+letter)
		}
	}
	return list[:min(n, len(list))]
}

// loops writes a random pattern of loops within loops.
func loops(random *rand.Rand, depth int) string {
	pick := func(texts ...string) string { return texts[random.IntN(len(texts))] }
	if depth == 0 || random.IntN(8) == 0 {
		return pick("a", "b", "[ab]", `\w`, ".", `\b`, "-", "c", "d")
	}
	inner := func() string { return loops(random, depth-1) }
	switch random.IntN(5) {
	case 0:
		return "(?:" + inner() + "|" + inner() + ")"
	case 1:
		return "(?:" + inner() + ")" + pick("*", "+", "?", "{2}", "{1,2}", "{2,}", "{0,9}", "{8}")
	case 2:
		return "(?:" + inner() + ")" + pick("*", "+")
	}
	return inner() + inner()
}

var patternOfSpec = regexp.MustCompile(`(?:pattern: |matches\()("(?:[^"\\]|\\.)*")`)

// patternsOfSpecs reads the patterns of all specs in the repository, as far as Go reads them as YAML does.
func patternsOfSpecs(t *testing.T) []string {
	var sources []string
	for _, folder := range []string{"spec", "conformance/odd"} {
		files, err := filepath.Glob(filepath.Join("..", "..", "..", filepath.FromSlash(folder), "*.yaml"))
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			for _, m := range patternOfSpec.FindAllSubmatch(text, -1) {
				if source, err := strconv.Unquote(string(m[1])); err == nil {
					sources = append(sources, source)
				}
			}
		}
	}
	if len(sources) < 20 {
		t.Errorf("only %d patterns in the specs", len(sources))
	}
	return sources
}

// V8 finds the empty string between the two units of 😀, where \B matches.
func TestPatternsThatSplitPairs(t *testing.T) {
	for source, want := range map[string]ir.Engine{`\B`: ir.NoString, `\B|x`: ir.NoString, `a?\B`: ir.NoString, `\Bx`: ir.AllStrings, `\B$`: ir.AllStrings, `\b`: ir.AllStrings} {
		re := translate(t, source)
		if re.Engine != want {
			t.Errorf("%q: engine %d, want %d", source, re.Engine, want)
		}
		if local(t, re, "A😀A") != (source == `\b`) {
			t.Errorf("%q has a wrong verdict", source)
		}
	}
}

func TestComponents(t *testing.T) {
	// 0 -> 1 <-> 2, 0 -> 3 -> 1, 4 alone, 5 to itself
	got := components([][]int{{1, 3}, {2}, {1}, {1}, {}, {5}})
	if want := []int{3, 1, 1, 2, 4, 5}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}
