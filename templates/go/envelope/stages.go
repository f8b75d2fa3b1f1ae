package envelope

// A check is a list of steps: the structure, then for each stage of the spec the structure that waits for it, and its
// rules. A step that leaves an issue of level Must is the last one. The Reader takes all steps in one pass over the text,
// keeps apart what they find, and lets Finish decide how far the check has come.

// structureStep is the step of everything that waits for no stage.
const structureStep = 0

func stagedStep(stage int) int { return 2*stage + 1 }

func rulesStep(stage int) int { return 2*stage + 2 }

// found returns where the issues of a step are collected.
func (r *Reader) found(step int) *collector {
	if step == structureStep {
		return &r.issues
	}
	for len(r.later) < step {
		r.later = append(r.later, collector{})
	}
	return &r.later[step-1]
}

// join adds the issues of the later steps to those of the structure, as far as the check comes.
func (r *Reader) join() {
	for _, step := range r.later {
		if r.issues.invalid {
			return
		}
		for _, f := range step.found {
			r.issues.add(f, r.options.maxIssues, &spot{outer: f.at})
		}
	}
}

// Outside is what a Reader goes back to behind a value that has waited for a stage.
type Outside struct{ step, valid, closed int }

// EnterStage is called before a value that waits for a stage, LeaveStage behind it.
func (r *Reader) EnterStage(stage int) Outside {
	outside := Outside{r.step, r.valid, r.closed}
	r.step = max(r.step, stagedStep(stage))
	r.valid = 0  // a schema that has accepted what is around has not looked at what waits
	r.closed = 0 // what is found here says nothing of the arrays around
	return outside
}

// LeaveStage goes back to the step that EnterStage has left.
func (r *Reader) LeaveStage(outside Outside) {
	r.step, r.valid, r.closed = outside.step, outside.valid, outside.closed
}

// ruleStep is the step of the rules of a stage. Inside of a value that waits for a later stage they wait, too.
func (r *Reader) ruleStep(stage int) int { return max(rulesStep(stage), r.step+1) }

// Reaches reports whether the rules of a stage can be evaluated on the value that was read last: no step before them has
// left an issue of level Must so far.
func (r *Reader) Reaches(stage int) bool {
	if r.cause != "" || r.issues.invalid || r.aside {
		return false
	}
	before := r.ruleStep(stage) - 1
	for i := range r.later[:min(before, len(r.later))] {
		if r.later[i].invalid {
			return false
		}
	}
	return true
}

// Broken adds the issue of a rule that does not hold for the value that was read last. It is about the member that at
// leads to.
func (r *Reader) Broken(stage int, level Level, rule, message string, at ...string) {
	p := r.trail.spot()
	r.add(r.ruleStep(stage), finding{rule: rule, message: message, level: level}, &p, at...)
}
