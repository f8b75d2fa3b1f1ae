package pattern

import (
	"slices"
	"strings"
	"unicode"
)

// binaryNames are ECMA-262's binary properties of code points, each with its alias. Those that Go has a table for,
// and the three that need none, can be used.
var binaryNames = strings.Fields(`
	ASCII ASCII_Hex_Digit|AHex Alphabetic|Alpha Any Assigned Bidi_Control|Bidi_C Bidi_Mirrored|Bidi_M
	Case_Ignorable|CI Cased Changes_When_Casefolded|CWCF Changes_When_Casemapped|CWCM Changes_When_Lowercased|CWL
	Changes_When_NFKC_Casefolded|CWKCF Changes_When_Titlecased|CWT Changes_When_Uppercased|CWU Dash
	Default_Ignorable_Code_Point|DI Deprecated|Dep Diacritic|Dia Emoji Emoji_Component|EComp Emoji_Modifier|EMod
	Emoji_Modifier_Base|EBase Emoji_Presentation|EPres Extended_Pictographic|ExtPict Extender|Ext
	Grapheme_Base|Gr_Base Grapheme_Extend|Gr_Ext Hex_Digit|Hex IDS_Binary_Operator|IDSB IDS_Trinary_Operator|IDST
	ID_Continue|IDC ID_Start|IDS Ideographic|Ideo Join_Control|Join_C Logical_Order_Exception|LOE Lowercase|Lower
	Math Noncharacter_Code_Point|NChar Pattern_Syntax|Pat_Syn Pattern_White_Space|Pat_WS Quotation_Mark|QMark
	Radical Regional_Indicator|RI Sentence_Terminal|STerm Soft_Dotted|SD Terminal_Punctuation|Term
	Unified_Ideograph|UIdeo Uppercase|Upper Variation_Selector|VS White_Space|space XID_Continue|XIDC XID_Start|XIDS`)

// property reads the property after \p or \P at offset at. The members come from Go's tables. Every translation contains them as ranges, so that
// engines with different versions of Unicode agree.
func (p *parser) property(at int) set {
	escape := string(p.source[at : at+2])
	if !p.take('{') {
		refuse(at, Syntax, `%s needs a property in braces, like %s{L}`, escape, escape)
	}
	start := p.next
	for p.more() && p.peek() != '}' {
		p.next++
	}
	text := string(p.source[start:p.next])
	if !p.take('}') {
		refuse(at, Syntax, `%s{ needs a closing brace`, escape)
	}
	name, value, valued := strings.Cut(text, "=")
	switch {
	case !valued:
		return p.lone(at, name)
	case name == "General_Category" || name == "gc":
		if s := p.category(at, value); s != nil {
			return s
		}
		refuse(at, Syntax, "there is no general category %#.40q", value)
	case name == "Script" || name == "sc":
		return p.script(at, value)
	case name == "Script_Extensions" || name == "scx":
		p.flag(at, Unportable, "%#.40q is not available; write %#.40q", text, "Script="+value)
		return set{}
	}
	refuse(at, Syntax, "there is no Unicode property %#.40q with values", name)
	return nil
}

// lone returns the members of a general category or of a binary property.
func (p *parser) lone(at int, name string) set {
	if s := p.category(at, name); s != nil {
		return s
	}
	switch name {
	case "Any":
		return everything
	case "ASCII":
		return set{{Lo: 0, Hi: unicode.MaxASCII}}
	case "Assigned":
		return tableSet(unicode.Cn).complement()
	}
	i := slices.IndexFunc(binaryNames, func(names string) bool { return slices.Contains(strings.Split(names, "|"), name) })
	if i < 0 {
		refuse(at, Syntax, "there is no Unicode property %#.40q", name)
	}
	long, _, _ := strings.Cut(binaryNames[i], "|")
	if table, ok := unicode.Properties[long]; ok {
		return tableSet(table)
	}
	p.flag(at, Unportable, "the property %s is not available; write general categories or ranges", long)
	return set{}
}

// category returns the members of a general category, or nil if there is none of that name.
func (p *parser) category(at int, name string) set {
	if short, ok := unicode.CategoryAliases[name]; ok {
		name = short
	}
	table, ok := unicode.Categories[name]
	if !ok {
		return nil
	}
	if table == unicode.Cs {
		p.flag(at, Unportable, "surrogates can never match, because strings contain none")
	}
	return tableSet(table)
}

func (p *parser) script(at int, name string) set {
	if table, ok := unicode.Scripts[name]; ok {
		return tableSet(table)
	}
	if len(name) != len("Latn") { // an ISO 15924 code; Go has no table of them
		refuse(at, Syntax, "there is no script %#.40q in Unicode %s", name, unicode.Version)
	}
	p.flag(at, Unportable, "the script code %#.40q is not available; write the script's full name", name)
	return set{}
}
