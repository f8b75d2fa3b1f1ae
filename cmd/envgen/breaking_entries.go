package main

import (
	"fmt"
	"strings"
	"time"

	"github.com/envgen/envgen/internal/breaking"
	"github.com/envgen/envgen/internal/breaking/rules"
	"github.com/envgen/envgen/internal/diag"
	"github.com/envgen/envgen/internal/project"
)

// entry is a finding as it is printed: one of a comparison, or one about an exception.
type entry struct {
	code     string
	message  string
	new, old diag.Pos // old is invalid for exceptions
	found    *breaking.Finding
	excepted *project.Exception // the exception that matches, or nil
}

// whom describes who is hurt. A finding about an order has its own words.
var whom = map[breaking.Category]string{
	breaking.Read:   "new receivers refuse what old senders send",
	breaking.Write:  "old receivers refuse what new senders send",
	breaking.Issues: "both versions report other issues",
	breaking.Bytes:  "both versions write other bytes",

	breaking.SourceGo: "Go programs no longer compile",
	breaking.SourceTS: "TypeScript programs no longer compile",
	breaking.SourcePy: "Python programs no longer pass a type checker",
}

// entries joins the findings with the project's exceptions.
func (r *breakingRun) entries() []entry {
	var list []entry
	exceptions := r.exceptions()
	used := make([]bool, len(exceptions))
	for i := range r.found {
		f := &r.found[i]
		e := entry{code: f.Code(), message: sentence(f), new: f.New, old: f.Old, found: f}
		for j := range exceptions {
			if x := &exceptions[j]; x.Rule.Value == e.code && x.Place.Value == f.Place() {
				used[j] = true
				if !r.expired(x) {
					e.excepted = x
				}
			}
		}
		list = append(list, e)
	}
	for j := range exceptions {
		switch x := &exceptions[j]; {
		case r.expired(x):
			list = append(list, entry{code: "exception-expired", message: fmt.Sprintf("the exception for %s at %s ended on %s", x.Rule.Value, x.Place.Value, x.Until.Format(time.DateOnly)), new: x.Pos})
		case !used[j] && r.looked(x):
			list = append(list, entry{code: "exception-unused", message: fmt.Sprintf("no finding is %s at %s", x.Rule.Value, x.Place.Value), new: x.Pos})
		}
	}
	return list
}

func sentence(f *breaking.Finding) string {
	if who := whom[f.Category]; who != "" {
		return fmt.Sprintf("%s: %s: %s", f.Place(), who, f.About)
	}
	return f.Place() + ": " + f.About
}

func (r *breakingRun) exceptions() []project.Exception {
	if r.project == nil {
		return nil
	}
	return r.project.Breaking.Exceptions
}

// expired reports whether the last day of an exception has passed.
func (r *breakingRun) expired(x *project.Exception) bool {
	now := time.Now()
	if r.cmd.Now != nil {
		now = *r.cmd.Now
	}
	return !now.Before(x.Until.AddDate(0, 0, 1))
}

// looked reports whether this run would have had the finding of an exception. Not if it compares other specs, categories or versions than the project
// names.
func (r *breakingRun) looked(x *project.Exception) bool {
	section := r.project.Breaking
	if r.cmd.Against != "" && section.Against.Value != "" && r.cmd.Against != section.Against.Value || r.cmd.Upgrade != "" && r.cmd.Upgrade != section.Upgrade {
		return false
	}
	protocol, _, _ := strings.Cut(x.Place.Value, ".")
	if len(r.cmd.Spec) > 0 && !r.seen[protocol] {
		return false
	}
	for _, category := range r.cmd.Category {
		if rules.CategoryOf(x.Rule.Value) == category {
			return true
		}
	}
	return len(r.cmd.Category) == 0
}
