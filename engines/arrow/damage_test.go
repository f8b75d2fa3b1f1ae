package arrow

import (
	"bytes"
	"encoding/binary"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"

	"github.com/apache/arrow-go/v18/arrow/memory"
)

var (
	damages = flag.Int("damages", 500, "damaged streams of each type of column")
	seed    = flag.Uint64("seed", 1, "seed of the damages")
)

// TestDamagedStreams changes and cuts streams: each of them has an error, or answers.
func TestDamagedStreams(t *testing.T) {
	p := protocol(t, "foxctl")
	texts := messages(t, p, 6)
	texts[3] = nil
	dice := rand.New(rand.NewPCG(*seed, 2))
	c, err := newChecker(settings(p))
	if err != nil {
		t.Fatal(err)
	}
	refused, answered := 0, 0
	for _, typ := range textTypes {
		whole := one(t, typ, texts, 3)
		// A number of the metadata that is too large makes the reader of Arrow allocate more than a machine has.
		for at := 0; at+4 <= len(whole); at += 4 {
			for _, large := range []uint32{0x20000000, 0x7fffffff} {
				damaged := bytes.Clone(whole)
				binary.LittleEndian.PutUint32(damaged[at:], large)
				var out bytes.Buffer
				if c.run(bytes.NewReader(damaged), &out) == nil {
					answers(t, &out)
				}
			}
		}
		for i := range *damages {
			damaged := bytes.Clone(whole)
			switch at := dice.IntN(len(damaged)); i % 4 {
			case 0:
				damaged = damaged[:at]
			case 1:
				damaged[at] ^= 1 << dice.IntN(8)
			case 2:
				damaged[at] = 0xff
			case 3:
				// Offsets, sizes and lengths are numbers of four or eight bytes.
				at -= at % 4
				for k := range min(8, len(damaged)-at) {
					damaged[at+k] = []byte{0, 0xff, 0x7f, 0x80}[dice.IntN(4)]
				}
			}
			var out bytes.Buffer
			if err := c.run(bytes.NewReader(damaged), &out); err != nil {
				refused++
				continue
			}
			answered++
			answers(t, &out)
		}
	}
	if refused < 500 || answered < 500 {
		t.Errorf("%d streams are refused, %d answered", refused, answered)
	}
}

// TestClaims has a stream whose first message claims more bytes than follow.
func TestClaims(t *testing.T) {
	for _, size := range []uint32{1 << 25, 1 << 31, 0xfffffffe, 3} {
		in := []byte{0xff, 0xff, 0xff, 0xff, byte(size), byte(size >> 8), byte(size >> 16), byte(size >> 24)}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		err := Check(bytes.NewReader(in), io.Discard, settings(protocol(t, "foxctl")))
		runtime.ReadMemStats(&after)
		if err == nil || after.TotalAlloc-before.TotalAlloc > 100<<20 {
			t.Errorf("%d: %v, %d bytes", size, err, after.TotalAlloc-before.TotalAlloc)
		}
	}
	defer func() {
		if r := recover(); !strings.Contains(fmt.Sprint(r), "at most") {
			t.Errorf("a buffer beyond the limit: %v", r)
		}
	}()
	bounded{memory.DefaultAllocator}.Allocate(mostBody + 1)
}
