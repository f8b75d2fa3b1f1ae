package bulk

import (
	"bufio"
	"cmp"
	"container/heap"
	"encoding/binary"
	"errors"
	"io"
	"math"
	"os"
	"slices"
	"strings"
)

// entry is a message on its way to its place in a conversation.
type entry struct {
	Key    string
	Number float64
	Text   string // of an order that is no number; such ones follow the numbers
	IsText bool
	Seq    int64 // position in the archive, which decides between equals
	Place  Place
	Record []byte
}

// append appends the form of an entry in a run: numbers, and texts behind their lengths. Package gob would bring its reflection into the command.
func (e *entry) append(to []byte) []byte {
	flag := uint64(0)
	if e.IsText {
		flag = 1
	}
	for _, n := range []uint64{flag, math.Float64bits(e.Number), uint64(e.Seq), uint64(e.Place.Line), uint64(e.Place.Offset)} {
		to = binary.AppendUvarint(to, n)
	}
	for _, text := range []string{e.Key, e.Text, e.Place.File, string(e.Record)} {
		to = append(binary.AppendUvarint(to, uint64(len(text))), text...)
	}
	return to
}

// readEntry reads an entry. It returns io.EOF at the end of a run.
func readEntry(r *bufio.Reader) (*entry, error) {
	var numbers [5]uint64
	var texts [4][]byte
	for i := range numbers {
		n, err := binary.ReadUvarint(r)
		if err != nil {
			return nil, err
		}
		numbers[i] = n
	}
	for i := range texts {
		length, err := binary.ReadUvarint(r)
		if err != nil {
			return nil, err
		}
		texts[i] = make([]byte, length)
		if _, err := io.ReadFull(r, texts[i]); err != nil {
			return nil, err
		}
	}
	return &entry{IsText: numbers[0] == 1, Number: math.Float64frombits(numbers[1]), Seq: int64(numbers[2]), Place: Place{string(texts[2]), int64(numbers[3]), int64(numbers[4])},
		Key: string(texts[0]), Text: string(texts[1]), Record: texts[3]}, nil
}

func compareEntries(a, b *entry) int {
	texts := func(e *entry) int {
		if e.IsText {
			return 1
		}
		return 0
	}
	return cmp.Or(strings.Compare(a.Key, b.Key), cmp.Compare(texts(a), texts(b)), cmp.Compare(a.Number, b.Number), strings.Compare(a.Text, b.Text), cmp.Compare(a.Seq, b.Seq))
}

// sorter sorts more entries than fit in memory: sorted runs in temporary files, which are merged.
type sorter struct {
	dir     string
	entries []*entry
	bytes   int
	runs    []*os.File
}

// sortBytes is the memory of a run.
var sortBytes = 64 << 20

func (s *sorter) add(e *entry) error {
	s.entries = append(s.entries, e)
	s.bytes += len(e.Record) + len(e.Key) + len(e.Text) + 100
	if s.bytes < sortBytes {
		return nil
	}
	return s.spill()
}

// spill writes the entries as a run.
func (s *sorter) spill() error {
	slices.SortFunc(s.entries, compareEntries)
	if s.dir == "" {
		dir, err := os.MkdirTemp("", "envgen-bulk-")
		if err != nil {
			return err
		}
		s.dir = dir
	}
	f, err := os.CreateTemp(s.dir, "run-")
	if err != nil {
		return err
	}
	s.runs = append(s.runs, f)
	w := bufio.NewWriterSize(f, 1<<20)
	var line []byte
	for _, e := range s.entries {
		line = e.append(line[:0])
		w.Write(line) // an error is that of Flush
	}
	s.entries, s.bytes = nil, 0
	if err := w.Flush(); err != nil {
		return err
	}
	_, err = f.Seek(0, io.SeekStart)
	return err
}

// runHeap are the next entries of all runs.
type runHeap []*runReader

type runReader struct {
	next *entry
	read func() (*entry, error)
}

func (h runHeap) Len() int           { return len(h) }
func (h runHeap) Less(i, j int) bool { return compareEntries(h[i].next, h[j].next) < 0 }
func (h runHeap) Swap(i, j int)      { h[i], h[j] = h[j], h[i] }
func (h *runHeap) Push(x any)        { *h = append(*h, x.(*runReader)) }
func (h *runHeap) Pop() any {
	last := (*h)[len(*h)-1]
	*h = (*h)[:len(*h)-1]
	return last
}

// each calls found for all entries in order.
func (s *sorter) each(found func(*entry) error) error {
	slices.SortFunc(s.entries, compareEntries)
	memory := s.entries
	readers := []func() (*entry, error){func() (*entry, error) {
		if len(memory) == 0 {
			return nil, io.EOF
		}
		e := memory[0]
		memory = memory[1:]
		return e, nil
	}}
	for _, f := range s.runs {
		r := bufio.NewReaderSize(f, 256<<10)
		readers = append(readers, func() (*entry, error) { return readEntry(r) })
	}
	h := &runHeap{}
	for _, read := range readers {
		if err := h.refill(&runReader{read: read}); err != nil {
			return err
		}
	}
	for h.Len() > 0 {
		r := heap.Pop(h).(*runReader)
		if err := found(r.next); err != nil {
			return err
		}
		if err := h.refill(r); err != nil {
			return err
		}
	}
	return nil
}

// refill reads the next entry of a run, and drops a run that has ended.
func (h *runHeap) refill(r *runReader) error {
	next, err := r.read()
	if errors.Is(err, io.EOF) {
		return nil
	}
	if err != nil {
		return err
	}
	r.next = next
	heap.Push(h, r)
	return nil
}

// close removes the runs.
func (s *sorter) close() {
	for _, f := range s.runs {
		f.Close() // it was only read
	}
	if s.dir != "" {
		os.RemoveAll(s.dir) // as far as possible: the folder is temporary
	}
}
