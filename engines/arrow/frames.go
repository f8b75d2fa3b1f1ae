package arrow

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"github.com/apache/arrow-go/v18/arrow/ipc"
	"github.com/apache/arrow-go/v18/arrow/memory"
	flatbuffers "github.com/google/flatbuffers/go"
)

// The limits of a message of IPC, in bytes, and of the fields of a schema. They bound the memory that a damaged stream may claim.
const (
	mostMetadata = 16 << 20
	mostBody     = 1 << 30
	mostFields   = 10_000
)

// frames reads the messages of a stream. The reader of Arrow allocates as much memory as the numbers of a message claim, and a program cannot recover from a
// failure to do so. So each number that leads to an allocation is compared with the size of the message first.
type frames struct {
	in     io.Reader
	fields int // of the schema, at any depth
	views  int // fields of these whose values are in a number of buffers
}

// Retain implements ipc.MessageReader. The collector of Go frees the messages.
func (*frames) Retain() {}

// Release implements ipc.MessageReader.
func (*frames) Release() {}

// Message returns the next message, or io.EOF at the end of the stream.
func (f *frames) Message() (m *ipc.Message, err error) {
	defer func() {
		if wrong := recover(); wrong != nil {
			m, err = nil, fmt.Errorf("a message cannot be read: %v", wrong)
		}
	}()
	size, err := f.size()
	if err != nil {
		return nil, err
	}
	if size < 8 || size > mostMetadata {
		return nil, fmt.Errorf("the metadata of a message has %d bytes, at least 8 and at most %d", size, mostMetadata)
	}
	metadata := make([]byte, size)
	if _, err := io.ReadFull(f.in, metadata); err != nil {
		return nil, cut(err)
	}
	body, err := f.body(metadata)
	if err != nil {
		return nil, err
	}
	return ipc.NewMessage(memory.NewBufferBytes(metadata), memory.NewBufferBytes(body)), nil
}

// size returns the length of the next metadata.
func (f *frames) size() (uint32, error) {
	var number [4]byte
	if _, err := io.ReadFull(f.in, number[:]); err != nil {
		return 0, err // io.EOF where a stream ends without a mark
	}
	size := binary.LittleEndian.Uint32(number[:])
	if size == 0xffffffff { // the mark before a length; streams of before 2019 lack it
		if _, err := io.ReadFull(f.in, number[:]); err != nil {
			return 0, cut(err)
		}
		size = binary.LittleEndian.Uint32(number[:])
	}
	if size == 0 {
		return 0, io.EOF
	}
	return size, nil
}

// cut is the error for the end of the input inside of a message.
func cut(err error) error {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return errors.New("the stream ends inside of a message")
	}
	return err
}

// body checks the metadata of a message, and reads the body behind it.
func (f *frames) body(metadata []byte) ([]byte, error) {
	root := flatbuffers.Table{Bytes: metadata, Pos: flatbuffers.GetUOffsetT(metadata)}
	if err := f.check(root); err != nil {
		return nil, err
	}
	size := root.GetInt64Slot(slot(3), 0)
	if size < 0 || size > mostBody {
		return nil, fmt.Errorf("the body of a message has %d bytes, at most %d", size, mostBody)
	}
	// Memory grows with the bytes that arrive, and not with the claimed size.
	body := make([]byte, min(size, 1<<20))
	for read := 0; ; {
		n, err := io.ReadFull(f.in, body[read:])
		if err != nil {
			return nil, cut(err)
		}
		if read += n; int64(read) == size {
			return body, nil
		}
		larger := make([]byte, min(size, 4*int64(len(body))))
		copy(larger, body)
		body = larger
	}
}

// slot is the place of a member of a table.
func slot(member int) flatbuffers.VOffsetT { return flatbuffers.VOffsetT(4 + 2*member) }

// The kinds of messages, and the members of their tables, by the schemas of Arrow's format.
const (
	schemaHeader     = 1
	dictionaryHeader = 2
	batchHeader      = 3
)

// The types of fields whose values are in a number of buffers.
const (
	binaryView = 23
	textView   = 24
)

// check checks the lists of a message.
func (f *frames) check(t flatbuffers.Table) error {
	if _, err := vector(t, 4, 4); err != nil {
		return err
	}
	header, found := child(t, 2)
	if !found {
		return errors.New("a message has no header")
	}
	switch t.GetByteSlot(slot(1), 0) {
	case schemaHeader:
		f.fields, f.views = 0, 0
		return f.list(header, 1, 2, false)
	case dictionaryHeader:
		data, found := child(header, 1)
		if !found {
			return errors.New("a dictionary has no batch")
		}
		return batch(data, 0)
	case batchHeader:
		return batch(header, f.views)
	}
	return errors.New("a message is neither a schema nor a batch")
}

// list checks the fields of a schema, or the children of a field, and the list of metadata beside them.
func (f *frames) list(t flatbuffers.Table, list, metadata int, encoded bool) error {
	if _, err := vector(t, metadata, 4); err != nil {
		return err
	}
	n, err := vector(t, list, 4)
	if err != nil {
		return err
	}
	if f.fields += n; f.fields > mostFields {
		return fmt.Errorf("the schema has more than %d fields", mostFields)
	}
	for i := range n {
		at := t.Vector(flatbuffers.UOffsetT(t.Offset(slot(list)))) + flatbuffers.UOffsetT(4*i)
		field := flatbuffers.Table{Bytes: t.Bytes, Pos: t.Indirect(at)}
		_, dictionary := child(field, 4)
		if typ := field.GetByteSlot(slot(2), 0); typ == binaryView || typ == textView {
			if dictionary || encoded {
				return errors.New("a dictionary of views is not supported")
			}
			f.views++
		}
		if err := f.list(field, 5, 6, dictionary || encoded); err != nil {
			return err
		}
	}
	return nil
}

// batch checks the lists of a batch: nodes, buffers, and the number of buffers of each column of views.
func batch(t flatbuffers.Table, views int) error {
	if _, err := vector(t, 1, 16); err != nil {
		return err
	}
	buffers, err := vector(t, 2, 16)
	if err != nil {
		return err
	}
	n, err := vector(t, 4, 8)
	if err != nil {
		return err
	}
	if n < views {
		return fmt.Errorf("the batch has the numbers of buffers of %d columns, and not of %d", n, views)
	}
	for i := range n {
		at := t.Vector(flatbuffers.UOffsetT(t.Offset(slot(4)))) + flatbuffers.UOffsetT(8*i)
		if claimed := t.GetInt64(at); claimed < 0 || claimed > int64(buffers) {
			return fmt.Errorf("a column has %d buffers of %d", claimed, buffers)
		}
	}
	return nil
}

// child returns a table of a table.
func child(t flatbuffers.Table, member int) (flatbuffers.Table, bool) {
	offset := t.Offset(slot(member))
	if offset == 0 {
		return flatbuffers.Table{}, false
	}
	return flatbuffers.Table{Bytes: t.Bytes, Pos: t.Indirect(t.Pos + flatbuffers.UOffsetT(offset))}, true
}

// vector returns the length of a list, which is 0 for an absent one. All items are within the message.
func vector(t flatbuffers.Table, member, size int) (int, error) {
	offset := flatbuffers.UOffsetT(t.Offset(slot(member)))
	if offset == 0 {
		return 0, nil
	}
	n, begin := t.VectorLen(offset), int(t.Vector(offset))
	if begin > len(t.Bytes) || n > (len(t.Bytes)-begin)/size {
		return 0, fmt.Errorf("a list of %d items is longer than its message", n)
	}
	return n, nil
}
