package arrow

import (
	"fmt"
	"math"
	"strings"
	"time"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
)

// texts returns a function for the texts of the messages of a batch. The text of a null is absent.
func (c *checker) texts(batch arrow.RecordBatch) (func(i int) ([]byte, bool), error) {
	i, err := c.column(batch.Schema())
	if err != nil {
		return nil, err
	}
	name, column := batch.ColumnName(i), batch.Column(i)
	content, err := contentOf(name, column)
	if err != nil {
		return nil, err
	}
	if content == nil {
		return nil, fmt.Errorf("the column %q has the type %s; messages have utf8, large_utf8, utf8_view, binary, large_binary or binary_view", name, column.DataType())
	}
	return func(i int) ([]byte, bool) {
		if column.IsNull(i) {
			return nil, false
		}
		return content(i), true
	}, nil
}

// column returns the place of the column of messages.
func (c *checker) column(s *arrow.Schema) (int, error) {
	if c.Column != "" {
		return named(s, c.Column)
	}
	found := -1
	for i, f := range s.Fields() {
		if f.Name == c.Now || binaryOf[f.Type.ID()] == nil {
			continue
		}
		if found >= 0 {
			return 0, fmt.Errorf("the columns %q and %q are both of texts: name the column of the messages", s.Field(found).Name, f.Name)
		}
		found = i
	}
	if found < 0 {
		return 0, fmt.Errorf("the stream has no column of texts: %s", names(s))
	}
	return found, nil
}

// named returns the place of a column.
func named(s *arrow.Schema, name string) (int, error) {
	found := s.FieldIndices(name)
	switch len(found) {
	case 0:
		return 0, fmt.Errorf("the stream has no column %q: %s", name, names(s))
	case 1:
		return found[0], nil
	}
	return 0, fmt.Errorf("the stream has %d columns %q", len(found), name)
}

// names lists the columns of a stream.
func names(s *arrow.Schema) string {
	var list []string
	for _, f := range s.Fields() {
		list = append(list, fmt.Sprintf("%s (%s)", f.Name, f.Type))
	}
	if list == nil {
		return "it has no column"
	}
	return "it has " + strings.Join(list, ", ")
}

// validated checks all offsets of a column, because functions of Arrow panic for wrong ones. The check itself panics for some.
func validated(name string, column arrow.Array) (err error) {
	defer func() {
		if wrong := recover(); wrong != nil {
			err = damaged(name, wrong)
		}
	}()
	if err := array.ValidateFull(column); err != nil {
		return damaged(name, err)
	}
	return nil
}

func damaged(name string, reason any) error {
	return fmt.Errorf("the stream of Arrow IPC is damaged: column %q: %v", name, reason)
}

// binaryOf are the types of bytes with the layout of types of strings. A string that is no UTF-8 is a message with an issue, and not a damaged stream.
var binaryOf = map[arrow.Type]arrow.DataType{
	arrow.STRING: arrow.BinaryTypes.Binary, arrow.LARGE_STRING: arrow.BinaryTypes.LargeBinary, arrow.STRING_VIEW: arrow.BinaryTypes.BinaryView,
	arrow.BINARY: arrow.BinaryTypes.Binary, arrow.LARGE_BINARY: arrow.BinaryTypes.LargeBinary, arrow.BINARY_VIEW: arrow.BinaryTypes.BinaryView,
}

// contentOf returns a function for the texts of a column, without copies; nil for a column of another type.
func contentOf(name string, column arrow.Array) (func(i int) []byte, error) {
	binary := binaryOf[column.DataType().ID()]
	if binary == nil {
		return nil, nil
	}
	data := column.Data()
	same := array.NewData(binary, data.Len(), data.Buffers(), nil, data.NullN(), data.Offset())
	defer same.Release()
	bytes := array.MakeFromData(same)
	if err := validated(name, bytes); err != nil {
		return nil, err
	}
	return bytes.(interface{ Value(i int) []byte }).Value, nil
}

// timesOf returns a function for the times of a column: timestamps, seconds since 1970, or texts in RFC 3339. The time of a null, and of another text, is absent.
func timesOf(batch arrow.RecordBatch, name string) (func(i int) (time.Time, bool), error) {
	at, err := named(batch.Schema(), name)
	if err != nil {
		return nil, err
	}
	column := batch.Column(at)
	one, err := timeOf(name, column)
	if err != nil {
		return nil, err
	}
	if one == nil {
		return nil, fmt.Errorf("the column %q has the type %s; times are timestamps, seconds since 1970 as int64 or float64, or texts in RFC 3339", name, column.DataType())
	}
	if err := validated(name, column); err != nil {
		return nil, err
	}
	return func(i int) (time.Time, bool) {
		if column.IsNull(i) {
			return time.Time{}, false
		}
		return one(i)
	}, nil
}

// timeOf returns a function for the times of a column; nil for a column of another type.
func timeOf(name string, column arrow.Array) (func(i int) (time.Time, bool), error) {
	switch column := column.(type) {
	case *array.Timestamp:
		unit := column.DataType().(*arrow.TimestampType).Unit
		return func(i int) (time.Time, bool) { return column.Value(i).ToTime(unit), true }, nil
	case *array.Int64:
		return func(i int) (time.Time, bool) { return seconds(float64(column.Value(i))) }, nil
	case *array.Float64:
		return func(i int) (time.Time, bool) { return seconds(column.Value(i)) }, nil
	}
	content, err := contentOf(name, column)
	if content == nil {
		return nil, err
	}
	return func(i int) (time.Time, bool) {
		t, err := time.Parse(time.RFC3339Nano, string(content(i)))
		return t, err == nil
	}, nil
}

// seconds returns a time of the years 1 to 9999.
func seconds(n float64) (time.Time, bool) {
	whole := math.Floor(n)
	if !(whole >= -62135596800 && whole <= 253402300799) {
		return time.Time{}, false
	}
	return time.Unix(int64(whole), int64((n-whole)*1e9)).UTC(), true
}
