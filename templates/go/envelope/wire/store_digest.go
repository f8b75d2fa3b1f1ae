package wire

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"
)

// digestPrefix begins a digest.
const digestPrefix = "sha256:"

// digestOf returns the digest of a text.
func digestOf(content []byte) string {
	sum := sha256.Sum256(content)
	return digestPrefix + hex.EncodeToString(sum[:])
}

// VerifyDigest returns an error unless a digest is that of a content: 64 hexadecimal digits of its SHA-256, with or without "sha256:" in
// front.
func VerifyDigest(digest string, content []byte) error {
	digits := strings.ToLower(strings.TrimPrefix(digest, digestPrefix))
	if !isHex(digits) {
		return fmt.Errorf("%q is no digest: want 64 hexadecimal digits, with or without %q in front", digest, digestPrefix)
	}
	if found := digestOf(content); found != digestPrefix+digits {
		return fmt.Errorf("the content has the digest %s, not %s", found, digest)
	}
	return nil
}

// isHex reports whether a text is 64 hexadecimal digits in lower case.
func isHex(digits string) bool {
	return len(digits) == 2*sha256.Size && strings.Trim(digits, "0123456789abcdef") == ""
}
