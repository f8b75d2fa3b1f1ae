package breaking

import (
	"slices"

	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/reference"
)

// mostVerdicts bounds the bytes of the texts whose verdicts a side keeps.
const mostVerdicts = 32 << 20

// verdict is the part of a judgement that a search reads. The searches of all gaps of a type judge the same messages, so a side keeps them.
type verdict struct {
	known  bool // no option was refused
	valid  bool
	issues []reference.Issue // of level must
}

type judged struct {
	of   *ir.Type
	text string
}

func (s *side) verdict(t *ir.Type, text string, o reference.Options) verdict {
	key, keeps := judged{t, text}, o.Params == nil && o.Now == nil
	if v, known := s.verdicts[key]; known && keeps {
		return v
	}
	v := s.judged(t, text, o)
	if s.judgedBytes += len(text); keeps && s.judgedBytes <= mostVerdicts {
		s.verdicts[key] = v
	}
	return v
}

func (s *side) judged(t *ir.Type, text string, o reference.Options) verdict {
	result, err := s.judge.Verdict(t, []byte(text), o)
	if err != nil {
		return verdict{}
	}
	issues := slices.DeleteFunc(result.Issues, func(i reference.Issue) bool { return i.Level != ir.Must.String() })
	return verdict{true, result.Valid, slices.Clip(issues)}
}
