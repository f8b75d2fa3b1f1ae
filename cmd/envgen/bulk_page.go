package main

import (
	"cmp"
	"fmt"
	"html"
	"strings"

	"github.com/envgen/envgen/internal/bulk"
	"github.com/envgen/envgen/internal/ir"
)

// pageHead has all styles, because the page is read without a network.
const pageHead = `<!DOCTYPE html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>%[1]s</title>
<style>
body { font: 15px/1.5 system-ui, sans-serif; margin: 2em auto; max-width: 60em; padding: 0 1em; color: #222; background: #fff }
table { border-collapse: collapse; margin: 1em 0; width: 100%% }
th, td { border-bottom: 1px solid #ddd; padding: .3em .6em; text-align: left; vertical-align: top; overflow-wrap: anywhere }
td.n, th.n { text-align: right; white-space: nowrap }
svg { width: 100%%; height: 12em; margin: 1em 0 }
.valid { fill: #8db580 } .invalid { fill: #c0392b } text { font-size: 10px; fill: #555 }
@media (prefers-color-scheme: dark) { body { color: #ddd; background: #1b1b1b } th, td { border-color: #444 } text { fill: #aaa } }
</style>
<h1>%[1]s</h1>
`

// bulkPage is the report as a page. All texts of messages and names of files are escaped.
func bulkPage(c *bulkCmd, sum *bulk.Summary) []byte {
	var b strings.Builder
	fmt.Fprintf(&b, pageHead, html.EscapeString("Messages of "+c.Spec))
	fmt.Fprintf(&b, "<p>%s, %s, %s.</p>\n", grouped(sum.Files, "file"), grouped(sum.Records, "record"), megabytes(sum.Bytes))
	b.WriteString("<table>\n<tr><th>Records<th class=n>Number\n")
	for _, row := range verdictRows(sum) {
		fmt.Fprintf(&b, "<tr><td>%s<td class=n>%s\n", row.name, ir.Grouped(row.n))
	}
	b.WriteString("</table>\n")
	if len(sum.Days) > 0 {
		b.WriteString("<h2>Days</h2>\n")
		plot(&b, sum.Days)
		pageTable(&b, "day", sum.Days)
	}
	b.WriteString("<h2>Types</h2>\n")
	pageTable(&b, "type", sum.Types)
	if len(sum.Groups) > 0 {
		fmt.Fprintf(&b, "<h2>Groups by %s</h2>\n", html.EscapeString(c.By))
		pageTable(&b, "group", sum.Groups)
	}
	if len(sum.Issues) > 0 {
		b.WriteString("<h2>Issues</h2>\n<table>\n<tr><th class=n>Number<th>Type<th>Path<th>Rule<th>Message<th>Examples\n")
		for _, f := range sum.Issues {
			var places []string
			for _, e := range f.Examples {
				places = append(places, html.EscapeString(exampleAt(e)))
			}
			fmt.Fprintf(&b, "<tr><td class=n>%s<td>%s<td>%s<td>%s (%s)<td>%s<td>%s\n", ir.Grouped(f.Count), html.EscapeString(cmp.Or(f.Type, "(unknown)")),
				html.EscapeString(f.Path), html.EscapeString(f.Rule), f.Level, html.EscapeString(f.Message), strings.Join(places, "<br>"))
		}
		b.WriteString("</table>\n")
	}
	return []byte(b.String())
}

func pageTable(b *strings.Builder, title string, counts map[string]bulk.Counts) {
	fmt.Fprintf(b, "<table>\n<tr><th>%s<th class=n>Records<th class=n>Not valid\n", title)
	for _, name := range byCount(title, counts) {
		fmt.Fprintf(b, "<tr><td>%s<td class=n>%s<td class=n>%s\n", html.EscapeString(cmp.Or(name, "(unknown)")), ir.Grouped(counts[name].Records), ir.Grouped(counts[name].Invalid))
	}
	b.WriteString("</table>\n")
}

// plot draws a bar for each day: the invalid records below, the valid ones above.
func plot(b *strings.Builder, days map[string]bulk.Counts) {
	names := byCount("day", days)
	most := int64(1)
	for _, c := range days {
		most = max(most, c.Records)
	}
	const height = 100.0
	width := 10 * len(names)
	fmt.Fprintf(b, "<svg viewBox=\"0 0 %d 120\" preserveAspectRatio=\"none\" role=\"img\" aria-label=\"Records of each day\">\n", max(width, 100))
	for i, name := range names {
		c := days[name]
		whole, bad := height*float64(c.Records)/float64(most), height*float64(c.Invalid)/float64(most)
		fmt.Fprintf(b, "<g><title>%s: %s records, %s not valid</title>", html.EscapeString(name), ir.Grouped(c.Records), ir.Grouped(c.Invalid))
		fmt.Fprintf(b, "<rect class=valid x=%d y=%.2f width=8 height=%.2f />", 10*i+1, height-whole, whole-bad)
		fmt.Fprintf(b, "<rect class=invalid x=%d y=%.2f width=8 height=%.2f /></g>\n", 10*i+1, height-bad, bad)
	}
	fmt.Fprintf(b, "<text x=1 y=115>%s</text><text x=%d y=115 text-anchor=end>%s</text>\n</svg>\n", html.EscapeString(names[0]), max(width, 100)-1, html.EscapeString(names[len(names)-1]))
}
