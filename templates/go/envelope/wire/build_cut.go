package wire

import "unicode/utf8"

// Cut keeps the beginning and the end of a text, with mark between them, where it has more bytes than head and tail together. No character is
// parted. Less than 0 is 0.
func Cut[S ~string](text S, head, tail int64, mark string) S {
	size := int64(len(text))
	head, tail = max(head, 0), max(tail, 0)
	if head >= size || tail >= size-head {
		return text
	}
	begin := size - tail
	for head > 0 && !utf8.RuneStart(text[head]) {
		head--
	}
	for begin < size && !utf8.RuneStart(text[begin]) {
		begin++
	}
	return text[:head] + S(mark) + text[begin:]
}
