package diag

// Nearest returns the candidate that most likely was meant by a misspelt word, or "".
// The distance counts insertions, deletions, substitutions and swaps of neighbours; at most a third of the word may differ.
// Long words are not compared: the time grows with the square of their length.
func Nearest(word string, candidates []string) string {
	const maxLength = 60
	if len(word) > maxLength {
		return ""
	}
	best, limit := "", max(1, len([]rune(word))/3)
	for _, c := range candidates {
		if d := distance([]rune(word), []rune(c), limit); d <= limit {
			best, limit = c, d-1
		}
		if limit < 0 {
			break
		}
	}
	return best
}

// DidYouMean is the suggestion of the nearest candidate, or "".
func DidYouMean(word string, candidates []string) string {
	if near := Nearest(word, candidates); near != "" {
		return "did you mean `" + near + "`?"
	}
	return ""
}

// distance is the optimal string alignment distance of a and b, or limit+1 where their lengths alone exceed limit.
func distance(a, b []rune, limit int) int {
	if len(a)-len(b) > limit || len(b)-len(a) > limit {
		return limit + 1
	}
	before, last := make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row := make([]int, len(b)+1)
		row[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			row[j] = min(last[j]+1, row[j-1]+1, last[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before, last = last, row
	}
	return last[len(b)]
}
