// Package sorting sorts slices. The compiler writes slices.SortFunc anew for each type of elements, 8 to 20 kB a type; the functions of this package share
// one copy. The command has dozens of such types. Use package slices on hot paths, and for strings, numbers and pointers.
package sorting

import "sort"

type list[T any] struct {
	items   []T
	compare func(a, b T) int
}

func (l *list[T]) Len() int           { return len(l.items) }
func (l *list[T]) Less(i, j int) bool { return l.compare(l.items[i], l.items[j]) < 0 }
func (l *list[T]) Swap(i, j int)      { l.items[i], l.items[j] = l.items[j], l.items[i] }

// Func sorts as slices.SortFunc does.
func Func[T any](items []T, compare func(a, b T) int) { sort.Sort(&list[T]{items, compare}) }

// Stable sorts as slices.SortStableFunc does.
func Stable[T any](items []T, compare func(a, b T) int) { sort.Stable(&list[T]{items, compare}) }
