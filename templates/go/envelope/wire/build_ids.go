package wire

import (
	"crypto/rand"
	"encoding/hex"
)

// only: fills {

// UUID returns an id of the source, or a random UUID (RFC 9562, version 4).
func (f *Filler) UUID() string {
	if f.source.NewID != nil {
		return f.source.NewID("uuid")
	}
	var b [16]byte
	rand.Read(b[:]) // never fails
	b[6], b[8] = b[6]&0x0f|0x40, b[8]&0x3f|0x80
	text := hex.EncodeToString(b[:])
	return text[:8] + "-" + text[8:12] + "-" + text[12:16] + "-" + text[16:20] + "-" + text[20:]
}

// crockford is the alphabet of ULIDs.
const crockford = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"

// ULID returns an id of the source, or a ULID of the time and 80 random bits.
func (f *Filler) ULID() string {
	if f.source.NewID != nil {
		return f.source.NewID("ulid")
	}
	var text [26]byte
	milliseconds := uint64(f.Time().UnixMilli())
	for i := range 10 {
		text[i] = crockford[milliseconds>>(45-5*i)&31]
	}
	text[0] = crockford[milliseconds>>45&7] // 48 bits begin with three
	rand.Read(text[10:])                    // never fails
	for i := 10; i < len(text); i++ {
		text[i] = crockford[text[i]&31]
	}
	return string(text[:])
}

// }
