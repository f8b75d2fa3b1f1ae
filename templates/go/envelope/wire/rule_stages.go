package wire

// A check is a list of steps: the structure, then for each stage of the spec the structure deferred to it, and its rules. A step with
// an issue of level Must is the last. The Reader runs all steps in one pass over the text, keeps their violations separate, and Finish
// decides which steps count.

// structureStep is the step of everything that is not deferred.
const structureStep = 0

func stagedStep(stage int) int { return 2*stage + 1 }

func rulesStep(stage int) int { return 2*stage + 2 }

// found returns the collector of a step.
func (r *Reader) found(step int) *collector {
	if step == structureStep {
		return &r.issues
	}
	for len(r.later) < step {
		r.later = append(r.later, collector{})
	}
	return &r.later[step-1]
}

// join adds the issues of the steps that count to those of the structure.
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

// Outside is the state of a Reader outside a deferred value.
type Outside struct{ step, valid, closed int }

// EnterStage is called before a value that is deferred to a stage, LeaveStage after it.
func (r *Reader) EnterStage(stage int) Outside {
	outside := Outside{r.step, r.valid, r.closed}
	r.step = max(r.step, stagedStep(stage))
	if r.valid != allValid {
		r.valid = 0 // a schema that has accepted an outer value has not checked this one
	}
	r.closed = 0 // the state of outer arrays belongs to another step
	return outside
}

// LeaveStage restores the state from before EnterStage.
func (r *Reader) LeaveStage(outside Outside) {
	r.step, r.valid, r.closed = outside.step, outside.valid, outside.closed
}

// ruleStep returns the step of the rules of a stage. Inside a value deferred to a later stage, rules are deferred as well.
func (r *Reader) ruleStep(stage int) int { return max(rulesStep(stage), r.step+1) }

// Reaches reports whether the rules of a stage can be evaluated on the last value read: no earlier step has an issue of level Must so
// far.
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

// Broken adds the issue of a rule that the last value read violates, at the member with the path at.
func (r *Reader) Broken(stage int, level Level, rule, message string, at ...string) {
	p := r.spot()
	r.add(r.ruleStep(stage), violation{rule: rule, message: message, level: level}, &p, at...)
}
