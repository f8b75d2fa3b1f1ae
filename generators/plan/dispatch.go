package plan

import (
	"slices"

	"github.com/envgen/envgen/internal/ir"
)

// Arm is the cases of some records of a dispatched message: one case for all records, or several cases of one record, selected by its word.
type Arm struct {
	Records []*ir.Type
	Way     []*ir.Field // from the first record to the word
	Cases   []ArmCase
}

// ArmCase is a case with the words of a record that select it.
type ArmCase struct {
	Number int
	Words  []string
}

// Arms returns the arms of a dispatch. Records with the same single case share an arm, if the record selects the case.
func Arms(d *ir.Dispatch) (arms []*Arm) {
	only := map[int]*Arm{}
	for _, t := range d.Records {
		arm := armOf(d, t)
		if len(arm.Cases) == 1 {
			if known := only[arm.Cases[0].Number]; known != nil {
				known.Records = append(known.Records, t)
				continue
			}
			only[arm.Cases[0].Number] = arm
		}
		arms = append(arms, arm)
	}
	return arms
}

func armOf(d *ir.Dispatch, t *ir.Type) *Arm {
	arm := &Arm{Records: []*ir.Type{t}}
	for _, name := range d.At {
		f := t.Field(name)
		arm.Way = append(arm.Way, f)
		if r := f.Value.Resolve(); len(r.Types) > 0 {
			t = r.Types[len(r.Types)-1]
		}
	}
	word := arm.Way[len(arm.Way)-1]
	for i, k := range d.Cases {
		if slices.Contains(k.Records, arm.Records[0]) {
			arm.Cases = append(arm.Cases, ArmCase{i, slices.DeleteFunc(slices.Clone(k.Words), func(w string) bool { return !canBe(word, w) })})
		}
	}
	return arm
}

// canBe reports whether a vocabulary contains a word.
func canBe(f *ir.Field, word string) bool {
	e, is := f.Value.Resolve().Kind.(*ir.Enum)
	return !is || slices.ContainsFunc(e.Values, func(v ir.EnumValue) bool { return v.Value == word })
}

// NameOf returns the name of a declaration in one language, before the language's own spelling rules.
func NameOf(name string, renames []ir.Rename, language string) string {
	for _, r := range renames {
		if r.Language == "" || r.Language == language {
			return r.Name
		}
	}
	return name
}
