package wire

func (e *evaluation) within(a *Bound, n int) bool {
	if a.Digits != "" {
		if digits, fit := wholeDigits(e.spelled(n)); fit == IsInteger {
			return a.Op.holds(float64(compareDigits(digits, a.Digits)), 0)
		}
	}
	return a.Op.holds(e.number(n), a.Limit)
}

func (e *evaluation) divides(a *MultipleOf, n int) bool {
	if a.Digits != "" {
		if digits, fit := wholeDigits(e.spelled(n)); fit == IsInteger {
			return isMultipleOf(digits, a.Digits)
		}
	}
	return isMultiple(e.number(n), a.Divisor)
}
