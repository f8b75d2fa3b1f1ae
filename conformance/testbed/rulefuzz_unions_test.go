package testbed_test

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/envgen/envgen/internal/ir"
)

// unionPlaces are the tag of a union, the members that all branches have, and those of each branch behind a test of the tag.
func unionPlaces(at string, u *ir.Union, guard string, depth int) []place {
	tag := at + "." + u.Tag
	if u.By == ir.ByBoolean {
		list := []place{{text: tag, kind: "bool", guard: guard}}
		for _, v := range u.Variants {
			test := tag
			if v.Tags[0] == "false" {
				test = "!" + tag
			}
			list = append(list, places(at, v.Type, both(guard, test), depth-1)...)
		}
		return list
	}
	list := []place{{text: tag, kind: "string", guard: guard}, {text: tag, kind: "word", guard: guard, words: u.Named()}, {text: at + ".name", kind: "string", guard: guard}}
	for _, v := range u.Variants {
		quoted := strings.ReplaceAll(fmt.Sprintf("%q", v.Tags), " ", ", ")
		test := tag + " in " + quoted
		switch {
		case len(v.Tags) == 0:
			test = "!(" + tag + " in " + strings.ReplaceAll(fmt.Sprintf("%q", u.Named()), " ", ", ") + ")"
		case len(v.Tags) == 1:
			test = tag + " == " + strconv.Quote(v.Tags[0])
		}
		list = append(list, places(at, v.Type, both(guard, test), depth-1)...)
	}
	return list
}
